"""The page in other browsers than Chromium."""
