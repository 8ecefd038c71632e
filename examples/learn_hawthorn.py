"""Learn a game against three experts, with PyTorch on batches, and keep the player as a small NumPy file.

    python examples/learn_hawthorn.py --minutes 25 --seed 1 --out hawthorn.npz

Proximal policy optimisation on single deals: every table of the batch has one seat that learns and levels at the others.
What is learnt is a network with two hidden layers. It looks at what its seat may know and at nothing that differs between
a deal and a match of ten (purses, the number of the deal). The file holds weights, the names of the entries and actions
they belong to, and how it was made; `pioche play hawthorn --bots learnt` and `examples/learnt_duel.py` need NumPy alone.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import pioche
from pioche.envs.core.networks import MASKED, Network, keep

LEFT_OUT = ("seat", "deal", "clock", "purse", "seed")  # entries that say nothing about how to play a deal


class Player(nn.Module):
    """Scores for all actions, and what the seat expects to gain."""

    def __init__(self, entries: int, actions: int, wide: int, narrow: int) -> None:
        super().__init__()
        self.one, self.two = nn.Linear(entries, wide), nn.Linear(wide, narrow)
        self.act, self.worth = nn.Linear(narrow, actions), nn.Linear(narrow, 1)
        nn.init.orthogonal_(self.act.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.relu(self.two(torch.relu(self.one(seen))))
        return self.act(x).masked_fill(~mask, MASKED), self.worth(x).squeeze(-1)


class Learner:
    def __init__(self, game: pioche.Game, tables: int, level: str, seed: int, threads: int) -> None:
        torch.manual_seed(seed)
        self.game, self.seats = game, np.arange(tables) % game.seats
        levels = [["" if p == seat else level for p in range(game.seats)] for seat in self.seats]
        self.batch = pioche.batch(game, tables, seed, levels=levels, threads=threads)
        self.used = [k for k, name in enumerate(self.batch.names) if name.split("[")[0].split(" ")[0] not in LEFT_OUT]
        self.scale = np.maximum(1.0, np.abs(self._look()).max(axis=0)).astype("f4")
        for _ in range(60):  # how large the entries get
            self.batch.step(self.batch.mask.argmax(axis=1))
            self.scale = np.maximum(self.scale, np.abs(self._look()).max(axis=0))
        self.batch.reset(seed)
        self.player = Player(len(self.used), len(self.batch.actions), 128, 64)
        self.gained, self.deals = 0.0, 0

    def _look(self) -> Any:
        return self.batch.observation[:, self.used]

    def rollout(self, steps: int) -> tuple[torch.Tensor, ...]:
        """What was seen, allowed, done, how likely that was, and what became of it."""
        batch, n = self.batch, self.batch.n
        seen = np.zeros((steps, n, len(self.used)), "f4")
        mask = np.zeros((steps, n, len(batch.actions)), bool)
        done, worth = np.zeros((steps, n), "i8"), np.zeros((steps + 1, n), "f4")
        chance, gain, over = (np.zeros((steps, n), "f4") for _ in range(3))
        with torch.no_grad():
            for t in range(steps + 1):
                now, menu = self._look() / self.scale, batch.mask
                scores, value = self.player(torch.from_numpy(now), torch.from_numpy(menu))
                worth[t] = value.numpy()
                if t == steps:
                    break
                seen[t], mask[t] = now, menu
                logs = torch.log_softmax(scores, 1)
                noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_min(1e-9)))
                choice = (logs + noise).argmax(1)
                chance[t] = logs.gather(1, choice[:, None]).squeeze(1).numpy()
                done[t] = choice.numpy()
                _, rewards, ended = batch.step(done[t])
                gain[t], over[t] = rewards[np.arange(n), self.seats], ended
                self.gained += float(gain[t].sum())
                self.deals += int(ended.sum())
        gain /= 10.0
        ahead, advantage = np.zeros(n, "f4"), np.zeros((steps, n), "f4")
        for t in reversed(range(steps)):
            going = 1.0 - over[t]
            ahead = gain[t] + going * worth[t + 1] - worth[t] + 0.95 * going * ahead
            advantage[t] = ahead
        target = advantage + worth[:-1]
        flat = [a.reshape(-1, *a.shape[2:]) for a in (seen, mask, done, chance, advantage, target)]
        return tuple(torch.from_numpy(a) for a in flat)

    def improve(self, data: tuple[torch.Tensor, ...], optimiser: Any, entropy: float, size: int = 8192) -> None:
        seen, mask, done, chance, advantage, target = data
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(2):
            for part in torch.randperm(len(seen)).split(size):
                scores, value = self.player(seen[part], mask[part])
                logs = torch.log_softmax(scores, 1)
                ratio = (logs.gather(1, done[part][:, None]).squeeze(1) - chance[part]).exp()
                a = advantage[part]
                policy = -torch.min(ratio * a, ratio.clamp(0.8, 1.2) * a).mean()
                spread = -(logs.exp() * logs).sum(1).mean()
                loss = policy + 0.5 * ((value - target[part]) ** 2).mean() - entropy * spread
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
                optimiser.step()

    def network(self, made: str) -> Network:
        """What was learnt, in NumPy; the scale of the entries goes into the first weights."""
        layers = [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in
                  (self.player.one, self.player.two, self.player.act)]  # fmt: skip
        layers[0] = layers[0][0] / self.scale[:, None], layers[0][1]
        names = self.batch.names
        return Network(self.game.id, [names[k] for k in self.used], self.batch.actions.names, layers, made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="hawthorn")
    parser.add_argument("--level", default="expert", help="who sits at the other seats")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--threads", type=int, default=0, help="of PyTorch; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("hawthorn.npz"))
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    learner = Learner(pioche.load(given.game, deals=1), given.tables, given.level, given.seed, given.threads)
    optimiser = torch.optim.Adam(learner.player.parameters(), lr=1e-3, eps=1e-5)
    began, told, rounds = time.monotonic(), time.monotonic(), 0
    while (spent := time.monotonic() - began) < 60 * given.minutes:
        left = 1.0 - spent / (60 * given.minutes)
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(left, 0.02)
        learner.improve(learner.rollout(given.steps), optimiser, 0.01 * left)
        rounds += 1
        if time.monotonic() - told > 30 or rounds == 1:
            told = time.monotonic()
            gain = learner.gained / max(1, learner.deals)
            print(f"{spent / 60:5.1f} min  {rounds:5} rounds  {gain:+.3f} coins a deal", flush=True)
            learner.gained, learner.deals = 0.0, 0
    decisions = rounds * given.tables * given.steps
    how = f"--game {given.game} --minutes {given.minutes:g} --tables {given.tables} --seed {given.seed}"
    made = f"python examples/learn_hawthorn.py {how}"
    keep(learner.network(f"{made}: {decisions} decisions"), given.out)
    print(f"{given.out}: {given.out.stat().st_size // 1024} kB after {rounds} rounds, {decisions} decisions")


if __name__ == "__main__":
    main()
