"""A link to a replay that works for strangers, when the table allows it, and opens nothing else."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from pioche.client import Client, Refused
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run


@pytest.mark.parametrize("replay", ["open", "own"])
def test_strangers_see_what_was_shared(house: Running, replay: str) -> None:
    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob"), Client(house.address, "Zoé")) as three:
            alice, bob, stranger = three
            made = await table_for(alice, [bob], "blackstone", {"pace": "relaxed", "replay": replay}, deals=1)
            code = made["code"]

            async def look(share: str, who: Client = stranger, **more: Any) -> Any:
                return await who.get(f"/api/shared/{code}", match=1, share=share, **more)

            async with many(alice.at(code), bob.at(code)) as (a, b):
                await a.wish("start")
                with pytest.raises(Refused) as early:
                    await alice.get(f"/api/tables/{code}/share", match=1)
                assert early.value.reason == "not_over_yet"
                await asyncio.gather(Player(a, random.Random(1)).play(), Player(b, random.Random(2)).play())
                if replay == "own":
                    with pytest.raises(Refused) as no:
                        await alice.get(f"/api/tables/{code}/share", match=1)
                    assert no.value.reason == "own_eyes_only"
                    return
                share = (await alice.get(f"/api/tables/{code}/share", match=1))["share"]
                seen = await look(share, eyes=1, first=0, count=5)
                own = await alice.get(f"/api/tables/{code}/replay", match=1, eyes=1, first=0, count=5)
                assert seen == own
                assert seen["game"] == "blackstone"
                for wrong in ("", share[:-1], "0" * 32):
                    with pytest.raises(Refused) as no:
                        await look(wrong)
                    assert no.value.status in (400, 403)
                with pytest.raises(Refused) as no:  # it is no invitation
                    await stranger.join(code, share)
                assert no.value.reason == "not_joined"
                await a.wish("relink")
                with pytest.raises(Refused) as no:
                    await look(share)
                assert no.value.reason == "not_joined"

    run(play())
