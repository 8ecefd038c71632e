"""The campaign's tables leave nothing out."""

import pytest

import pioche
from tests.strategies import met, pairwise, possible, values


@pytest.mark.parametrize("name", ["agnes", "vatra"])
def test_any_two_values_that_go_together_meet_at_some_table(name: str) -> None:
    seats = pioche.load(name).seat_range[0]
    wanted = {option.id: values(option, seats) for option in pioche.load(name).rules.options}
    tables = [table for table in pairwise(name) if table["seats"] == seats]
    seen = {pair for table in tables for pair in met({id: [table[id]] for id in wanted if id in table})}

    assert all(possible(name, table) for table in tables)
    assert not [pair for pair in met(wanted) - seen if possible(name, {"seats": seats} | dict(pair))]
    assert len(tables) < len(met(wanted)) / 20, "hardly more than one pair a table"
