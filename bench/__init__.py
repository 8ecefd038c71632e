"""How fast the games run, beside what a user would otherwise pick and beside plain C.

`python -m bench` measures everything in one run on one core, because only figures taken
side by side can be divided by each other. It writes a table and a picture to `bench/results`.
"""
