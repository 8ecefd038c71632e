"""The server of HTTP and WebSocket connections, and the limits of each connection."""
