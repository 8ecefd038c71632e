"""What is counted on a match for people to see: hints, the photo finish."""
