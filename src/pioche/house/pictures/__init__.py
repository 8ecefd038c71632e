"""Pictures drawn by the server, for previews of links in chats."""
