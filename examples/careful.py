"""A bot in twenty lines: it folds when that is cheap, and takes a card otherwise.

pioche arena pairs --bots "random,careful:Careful"       (in this folder, or with it on PYTHONPATH)
"""


class Careful:
    def __init__(self, game, seed):
        self.afraid_of = 3 + seed % 2

    def choose(self, view, legal, events, memory):
        low = min(rank for pile in view["pile"] for rank in pile)
        if "fold" in legal and low <= self.afraid_of and len(view["pile"][view["seat"]]) > 1:
            return "fold"
        return legal[0]
