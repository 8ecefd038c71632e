"""Accounts, another device, being forgotten; what a host may do; a device without network."""

from __future__ import annotations

import secrets

import pytest

from tests.page.driving import Browser


def test_an_account_is_made_entered_again_and_forgotten(browser: Browser, house: str) -> None:
    browser.check("account", house, login=f"margot.{secrets.token_hex(4)}")


def test_a_passkey_is_enough_to_come_back(browser: Browser, house: str) -> None:
    pytest.importorskip("webauthn")
    browser.check("passkey", house)


def test_a_private_link_leads_to_ones_own_seat_once(browser: Browser, house: str) -> None:
    browser.check("another_device", house)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_private_link_asks_before_it_changes_who_one_is_and_there_is_a_way_back(
    browser: Browser, house: str, lang: str
) -> None:
    browser.check("linked", house, lang=lang)


def test_the_host_locks_mutes_frees_a_seat_and_hands_over(browser: Browser, house: str) -> None:
    browser.check("host_tools", house)


def test_without_network_the_page_says_so_and_goes_on_by_itself(browser: Browser, house: str) -> None:
    browser.check("offline", house)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_another_password_logs_every_other_device_out(browser: Browser, house: str, lang: str) -> None:
    browser.check("change_password", house, lang=lang, login=f"alice.{secrets.token_hex(4)}")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_name_the_table_refuses_is_not_saved(browser: Browser, house: str, lang: str) -> None:
    browser.check("refused_name", house, lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_other_windows_notice_that_somebody_has_logged_out(browser: Browser, house: str, lang: str) -> None:
    browser.check("two_windows", house, lang=lang, login=f"alice.{secrets.token_hex(4)}")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_table_of_mine_can_be_reached_or_taken_off(browser: Browser, house: str, lang: str) -> None:
    browser.check("all_my_tables", house, lang=lang)


def test_a_name_of_stacked_marks_covers_no_neighbour(browser: Browser, house: str) -> None:
    browser.check("towering_name", house)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_front_door_leads_to_no_table_that_does_not_open(browser: Browser, house: str, lang: str) -> None:
    browser.check("shut_tables", house, lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_guest_who_logs_in_finds_the_way_back(browser: Browser, house: str, lang: str) -> None:
    browser.check("guest_logs_in", house, lang=lang, login=f"margot.{secrets.token_hex(4)}")
