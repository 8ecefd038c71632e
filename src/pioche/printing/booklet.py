"""The booklet of all games, from the rule sheets: rules, options, odds, tips, examples with drawn cards, an index."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pioche import text
from pioche.engine.game import rulebooks
from pioche.engine.rulebook import Rulebook
from pioche.printing import typst_words as typst
from pioche.printing.card_pictures import HIDDEN, JOKER
from pioche.printing.chances import TABLES, Table
from pioche.printing.players_sheet import for_players
from pioche.printing.scenes import Scene, scenes
from pioche.printing.sheet_blocks import Block, Run, Runs, Sheet, plain, read_sheet, runs

PAGE = {"a4": ("148mm", "210mm"), "letter": ("5.5in", "8.5in")}  # half a sheet: two pages lie side by side on it
FAN = ("1", "3", "5", "7", "9", "10")
OTHER_PAGES = ((("intro", "title"), "intro"), (("index",), "index"))
FAMILIES = ("pairs", "bidding", "reaction", "memory")
FILE_NAMES = {HIDDEN: "back", JOKER: "joker", "♠": "s", "♥": "h", "♦": "d", "♣": "c"}
CLOCK = "reaction_clock"  # its rules begin with T
BORROWED = {("spoons", "R"): "pig"}  # Spoons is Pig but for its own rules, S1 and so on
EXAMPLE, TIPS = -1, -2  # every sheet ends with tips and an example


def words(lang: str, *path: str) -> str:
    """A sentence for paper: `words("fr", "intro", "title")`."""
    value = text.catalogue("print", lang)
    for part in path:
        value = value[part]
    return str(value)


def head(lang: str, *path: str) -> list[str]:
    value = text.catalogue("print", lang)
    for part in path:
        value = value[part]
    return list(map(str, value))


def file_name(card: str) -> str:
    """Cards as files: 10♦ is 10d.svg."""
    for sign, name in FILE_NAMES.items():
        card = card.replace(sign, name)
    return card


def games_in_order() -> list[Rulebook]:
    """Our own games, family by family."""
    own = [rules for rules in rulebooks().values() if rules.module.startswith("pioche.rules.")]
    return sorted(own, key=lambda rules: FAMILIES.index(rules.family))


def booklet(lang: str, paper: str, ink: str, version: str) -> str:
    """The booklet in the typesetter's language."""
    return "".join(_parts(lang, paper, ink, version))


def _parts(lang: str, paper: str, ink: str, version: str) -> Iterator[str]:
    width, height = PAGE[paper]
    yield f'#import "booklet.typ": *\n#show: book.with(lang: "{lang}", width: {width}, height: {height}, title: '
    yield f"{typst.string(words(lang, 'title'))})\n"
    fan = ", ".join(typst.string(card) for card in FAN)
    lines = ", ".join(typst.string(words(lang, key)) for key in ("title", "subtitle", "motto"))
    yield typst.call("cover", lines, f"({fan})", f"ink: {str(ink == 'full').lower()}")
    yield from _contents(lang)
    yield from _intro(lang)
    terms: dict[str, str] = {}
    for rules in games_in_order():
        yield from _chapter(rules, lang, terms)
    yield from _index(lang, terms)
    yield from _credits(lang, version)


def _intro(lang: str) -> Iterator[str]:
    def said(key: str) -> str:
        return f"#par[{typst.markup(runs(words(lang, 'intro', key)))}]\n"

    yield typst.call("chapter", typst.string(words(lang, "intro", "title")), '"intro"')
    yield typst.call("section", typst.string(words(lang, "intro", "decks")))
    yield said("triangular") + typst.call("deck-picture") + said("french") + said("cut")
    yield typst.call("section", typst.string(words(lang, "intro", "words")))
    notes = ("coins", "seats", "pile", "numbers")
    yield typst.call("bullets", *(f"[{typst.inline(words(lang, 'intro', key))}]" for key in notes))


def _contents(lang: str) -> Iterator[str]:
    """All games with their pages, so that one finds what suits the evening."""
    rows = []
    for rules in games_in_order():
        low, high = rules.position.seats_range
        players = str(low) if low == high else f"{low}–{high}"
        deck = text.catalogue("print", lang)["intro"]["deck_names"][rules.deck]
        minutes = "–".join(map(str, dict.fromkeys(rules.minutes)))
        rows.append(f"({', '.join(map(typst.string, (text.title(rules, lang), players, minutes, deck, rules.id)))})")
    columns = ", ".join(map(typst.string, [*head(lang, "intro", "find_head"), words(lang, "page").capitalize()]))
    others = ", ".join(f"({typst.string(words(lang, *path))}, {typst.string(key)})" for path, key in OTHER_PAGES)
    titles = (typst.string(words(lang, *path)) for path in (("contents",), ("intro", "find")))
    yield typst.call("contents", *titles, f"({columns})", f"({', '.join(rows)},)", f"({others},)")


def _chapter(rules: Rulebook, lang: str, terms: dict[str, str]) -> Iterator[str]:
    sheet = for_players(rules, lang)
    yield typst.call("chapter", typst.string(sheet.title), typst.string(rules.id))
    yield typst.call("pitch", typst.content(sheet.pitch))
    yield typst.table(sheet.facts)
    entry = words(lang, "rulebook_place")
    places = [text.fill(entry, {"number": number, "id": book}, lang) for book, number in rulebooks_of(rules, sheet)]
    told = text.fill(words(lang, "rulebook"), {"places": ", ".join(places)}, lang)
    yield typst.call("source-note", f"[{typst.inline(told)}]")
    yield _mark(sheet.title, terms)
    for preset in rules.presets:
        yield _mark(text.title(rules, lang, preset), terms)
    subjects = {term: re.compile(found) for term, found in text.catalogue("print", lang)["by_subject"]["subjects"]}
    for place, (title, blocks) in enumerate(sheet.sections):
        last = place - len(sheet.sections)
        if last == TIPS:
            yield _odds(rules.id, lang)
        heading = Block("heading", text=[Run("text", title)])
        if last < TIPS:
            for block in (heading, *blocks):
                _mark_subjects(block, subjects, terms)
        yield typst.call("section", typst.content(heading.text))
        if last == EXAMPLE:
            yield "".join(_scene(scene) for scene in scenes(rules.id, lang))
        yield "".join(map(_block, blocks))


def rulebooks_of(rules: Rulebook, sheet: Sheet) -> list[tuple[str, str]]:
    """The rulebooks in which the numbers of a sheet stand, each with a number to show."""
    found: dict[str, str] = {}
    for number in sheet.rule_numbers():
        found.setdefault(BORROWED.get((rules.id, number[0]), CLOCK if number[0] == "T" else rules.id), number)
    return list(found.items())


def _block(block: Block) -> str:
    if block.role == "options":
        return typst.options(block.rows)
    return f"#par[#note[{typst.inline(plain(block.text))}]]\n" if block.role == "note" else typst.block(block)


def _odds(game: str, lang: str) -> str:
    table = TABLES[game]()
    return typst.call(
        "odds", typst.string(words(lang, "odds")), typst.string(words(lang, "chances", table.key, "title")),
        f"[{typst.table(odds_rows(table, lang), 'figures')}]", typst.string(words(lang, "chances", table.key, "note")),
    )  # fmt: skip


def odds_rows(table: Table, lang: str) -> list[list[list[Run]]]:
    """The table as told, its head first."""
    rows = [[[Run("text", name)] for name in head(lang, "chances", table.key, "head")]]
    places = 1 if any(isinstance(cell, float) and cell >= 10 for row in table.rows for cell in row) else 2
    return rows + [[[Run("text", typst.number(cell, lang, places))] for cell in row] for row in table.rows]


def _scene(scene: Scene) -> str:
    rows = []
    for label, spots in scene.rows:
        told = ", ".join(
            f"(({''.join(typst.string(file_name(card)) + ',' for card in spot.cards)}), {typst.string(spot.mark)})"
            for spot in spots
        )
        rows.append(f"({typst.string(label)}, ({told},))")
    aligned = f"aligned: {str(scene.aligned).lower()}"
    return typst.call("scene", typst.string(scene.caption), f"({', '.join(rows)},)", aligned)


# -- index --------------------------------------------------------------------------------------------------


def _mark_subjects(block: Block, subjects: dict[str, re.Pattern[str]], terms: dict[str, str]) -> None:
    """A place at the very words where a subject is met for the first time in its chapter; it is taken out of `subjects`."""
    if block.role == "note":
        return
    for told in block.parts():
        for term, pattern in list(subjects.items()):
            if found := pattern.search(plain(told)):
                del subjects[term]
                _insert(told, Run("mark", _key(term, terms)), found.start())


def _insert(told: Runs, mark: Run, letters: int) -> None:
    """The mark after so many letters, or before the run they end in if it is not plain text."""
    for place, run in enumerate(told):
        if run.kind == "mark":
            continue
        if letters < len(run.text):
            cut = letters if run.kind == "text" else 0
            before, after = Run(run.kind, run.text[:cut]), Run(run.kind, run.text[cut:])
            told[place : place + 1] = [part for part in (before, mark, after) if part.text]
            return
        letters -= len(run.text)


def _mark(term: str, terms: dict[str, str]) -> str:
    """A place the index leads to."""
    return typst.call("mark", typst.string(_key(term, terms)))


def _key(term: str, terms: dict[str, str]) -> str:
    known = next((one for one in terms if one.casefold() == term.casefold()), term[0].upper() + term[1:])
    return terms.setdefault(known, f"term-{len(terms)}")


def _sorting(term: str) -> str:
    bare = unicodedata.normalize("NFD", term.casefold()).replace("d’", "d ")
    return re.sub(r"^(les? |la |l’|the )", "", "".join(letter for letter in bare if not unicodedata.combining(letter)))


def _index(lang: str, terms: dict[str, str]) -> Iterator[str]:
    yield typst.call("chapter", typst.string(words(lang, "index")), '"index"')
    entries = ", ".join(f"({typst.string(term)}, {typst.string(terms[term])})" for term in sorted(terms, key=_sorting))
    yield typst.call("index", f"({entries},)")


def _credits(lang: str, version: str) -> Iterator[str]:
    credit = read_sheet(text.sheet(games_in_order()[0], lang)).credit
    made = text.fill(words(lang, "credits", "made"), {"version": version}, lang)
    yield typst.call("section", typst.string(words(lang, "credits", "title")))
    for told in ([*credit], runs(words(lang, "credits", "own")), runs(made)):
        yield f"#par[{typst.markup(told)}]\n"
    yield typst.call("where-headings")
