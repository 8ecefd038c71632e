"""What the judgement of several games shares, in the subset."""
