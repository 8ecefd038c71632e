"""TextArena plays the games in words. It brings many packages along, so that it is not part of the everyday tests."""

from __future__ import annotations

import re

import pytest

from pioche.envs import env_ids, register_text

pytest.importorskip("textarena", reason="TextArena is missing: make campaign-envs installs it (pip install 'pioche[learn]')")


def said(observation: object) -> str:
    return observation if isinstance(observation, str) else "\n".join(message[1] for message in observation)  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", sorted(env_ids()))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_match_in_words(id: str, lang: str) -> None:
    import textarena

    register_text()
    env = textarena.make(id, lang=lang)
    env.reset(seed=3)
    done, asked = False, 0
    while not done and asked < 400:
        _, observation = env.get_observation()
        menu = re.findall(r"^\[([^\]]+)\]", said(observation), re.MULTILINE)
        done, _ = env.step(f"I have thought about it: [{menu[asked % len(menu)]}]")
        asked += 1
    if done:
        rewards, _ = env.close()
        assert max(rewards.values()) > 0


def test_who_never_names_an_action_loses() -> None:
    import textarena

    register_text()
    env = textarena.make("pioche/Hawthorn-v1")
    env.reset(num_players=3, seed=3)
    seat, _ = env.get_observation()
    assert [env.step("hello")[0] for _ in range(3)] == [False, False, True]
    rewards, info = env.close()
    assert rewards[seat] == -1
    assert info[seat]["invalid_move"]
