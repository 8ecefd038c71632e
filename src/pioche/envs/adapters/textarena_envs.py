"""TextArena: the same questions and answers as `text_seat.py`, in its interface.

    pioche.envs.register_text()
    env = textarena.make("pioche/Hawthorn-v1", lang="fr")
    env.reset(num_players=4, seed=1)

A player whose answer names no action of the menu three times in a row has lost: all others share the win.
"""

from __future__ import annotations

from typing import Any

import textarena as ta

from pioche.engine.game import load
from pioche.envs.core.action_space import WAIT
from pioche.envs.core.text_seat import ASKS, MAX_TRIES, NOTHING, WRONG, answered, question
from pioche.envs.core.turn_based_table import TICK_MS, TurnBasedTable


class TextArenaEnv(ta.Env):  # type: ignore[misc]
    """A match in words. Rewards are shares of the first place, from -1 to 1."""

    def __init__(self, game: str = "hawthorn", lang: str = "en", tick: int = TICK_MS, **options: Any) -> None:
        self.name, self.lang, self.tick, self.options = game, lang, tick, options
        self.error_allowance = MAX_TRIES

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        given = {**self.options, **({"seats": num_players} if num_players else {})}
        self.game = load(self.name, **given)
        self.state = ta.State(num_players=self.game.seats, seed=seed)
        self.state.standard_resets(game_state={})
        self.match = TurnBasedTable(self.game, seed or 0, self.tick)
        self.told = [0] * self.game.seats
        self.wrong = 0
        self._ask()

    def _words(self) -> list[str]:
        """The menu of the seat that is asked."""
        words = self.match.table.legal(self.match.actor)
        return [WAIT, *words] if self.match.tick else words

    def _ask(self) -> None:
        seat, table = self.match.actor, self.match.table
        events = table.events(seat, self.told[seat])
        self.told[seat] += len(events)
        self.state.current_player_id = seat
        asked = question(self.game, table.view(seat), table.legal(seat), events, self.lang, bool(self.match.tick))
        self.state.add_observation(message=asked, observation_type=ta.ObservationType.GAME_BOARD, to_id=seat)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        seat = self.match.actor
        self.state.add_observation(
            message=action, observation_type=ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat
        )
        word = answered(action, self._words())
        if word is None:
            self.wrong += 1
            if self.wrong >= self.error_allowance:
                self._end({p: -1.0 if p == seat else 1.0 for p in range(self.game.seats)})
                self.state.game_info[seat]["invalid_move"] = True
                return self.state.step()  # type: ignore[no-any-return]
            said = WRONG[self.lang].format(said=action.strip()[:40] or NOTHING[self.lang])
            again = f"{said} {ASKS[self.lang].format(example=self._words()[0])}"
            self.state.add_observation(message=again, observation_type=ta.ObservationType.GAME_ADMIN, to_id=seat)
            return self.state.step()  # type: ignore[no-any-return]
        self.wrong = 0
        self.state.game_info[seat]["turn_count"] += 1
        self._do(seat, word)
        if self.match.over:
            ranking = self.match.table.ranking
            first = ranking.count(1)
            self._end({p: (1.0 / first if ranking[p] == 1 else -1.0) for p in range(self.game.seats)})
        else:
            self._ask()
        return self.state.step()  # type: ignore[no-any-return]

    def _do(self, seat: int, word: str) -> None:
        """Act by word, so that cards without a dense action can be reached."""
        if self.match.tick:
            number = self.game.actions.read(word) if word != WAIT else -1
            self.match.do(0 if number < 0 else max(0, self.match.space.of(self.match.table.s, seat, number)), seat)
        else:
            self.match.table.act(seat, word)
            self.match.settle()

    def _end(self, rewards: dict[int, float]) -> None:
        self.state.rewards = rewards
        self.state.done = True
