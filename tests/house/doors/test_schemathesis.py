"""Every HTTP door, knocked on as the OpenAPI description allows and as it forbids. Whatever is sent, the house answers
as it says it does, and never with an error of its own."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation as Part
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pioche import games
from pioche.client import Client
from pioche.house.api.endpoint import Route
from pioche.house.api.routes import ROUTES
from pioche.house.api.schema import openapi
from tests.house.running import Running, run

CHECKS: list[Any] = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
]  # fmt: skip
FEW, MANY = 8, 2_000
SLOW = {"register", "login", "healthz", "forget", "logout"}  # passwords, commits, new guests
ENDS = {"forget", "logout"}  # whoever has done it is nobody afterwards


def knock(house: Running, route: Route, examples: int, described: dict[str, Any], *more: Phase) -> None:
    """Half of the knocks follow the description, half break it; half of those that name something name what is there."""
    operation = schemathesis.openapi.from_dict(described)[route.path][route.method]
    modes = [GenerationMode.POSITIVE]
    if route.body is not None or route.query:
        modes.append(GenerationMode.NEGATIVE)
    me, code = run(_settle(house))
    there = {"code": st.just(code), "game": st.sampled_from(games())}

    @settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, phases=[Phase.generate, *more],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes]), data=st.data())
    def answers(case: schemathesis.Case, data: st.DataObject) -> None:
        nonlocal me
        named = False
        for name, real in there.items():
            if name in (case.path_parameters or {}) and data.draw(st.booleans()):
                case.path_parameters[name], named = data.draw(real), True
        headers = {"authorization": f"Bearer {me}"} if data.draw(st.booleans()) else {}
        answer = case.call(base_url=house.address, headers=headers)
        if headers and route.name in ENDS:
            me = run(_settle(house))[0]
        if answer.status_code == 431:  # the address alone is too long: refused before there is a route
            assert answer.json()["reason"] == "too_long"
            return
        too_long = answer.status_code == 413  # a refusal of which the last check knows nothing
        mended = named and not broken(case) & {Part.BODY, Part.QUERY}  # what broke the description was the name
        case.validate_response(answer, checks=CHECKS[:-1] if too_long or mended else CHECKS)

    answers()


def broken(case: schemathesis.Case) -> set[Part]:
    """The parts of a knock that break the description."""
    parts = case.meta.components if case.meta is not None else {}
    return {part for part, made in parts.items() if made.mode is GenerationMode.NEGATIVE}


async def _settle(house: Running) -> tuple[str, str]:
    """A guest with a finished match at a table of their own."""
    async with Client(house.address, "Alice") as client:
        made = await client.make("five_cards", more={"bots": {"0": "random", "1": "random"}, "sit": None, "start": True})
        code = str(made["code"])
        async with client.at(code) as table:
            await table.until(lambda: table.table.get("phase") == "over", 60)
        return client.token, code


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_door_answers_as_described(house: Running, route: Route) -> None:
    knock(house, route, FEW // 2 if route.name in SLOW else FEW, openapi(), Phase.shrink)


def test_a_description_that_is_wrong_is_noticed(house: Running) -> None:
    by_name = {route.name: route for route in ROUTES}
    no_refusal = openapi()
    del no_refusal["paths"]["/api/me"]["get"]["responses"]["401"]
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        knock(house, by_name["me"], FEW * 4, no_refusal)
    other_shape = openapi()
    other_shape["components"]["schemas"]["Shelf"]["required"].append("price")
    with pytest.raises(FailureGroup, match="violates schema"):
        knock(house, by_name["games"], FEW, other_shape)


@pytest.mark.campaign
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_door_answers_as_described_two_thousand_times(house: Running, route: Route) -> None:
    knock(house, route, MANY // 10 if route.name in SLOW else MANY, openapi(), Phase.shrink)
