"""Pictures the house draws by itself, for links that are shown in a chat."""
