"""WebSocket connections and the limits on the line."""
