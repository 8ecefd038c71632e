"""What all judgement is made of, in the subset: play by judgement, reflexes, and what several games reckon alike."""
