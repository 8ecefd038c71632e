"""What `make site` adds to the pages of this folder: a drawn page for each game in both languages, and reports.

`python docs/site_pages.py FOLDER` prepares the folder MkDocs reads, `--finish SITE` mends what it built and
looks for links that lead nowhere. Rule pages are made of the rule sheets, so that they are what the house shows.
"""

from __future__ import annotations

import re
import shutil
import sys
from html import escape
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from pioche import __version__, text
from pioche.engine.rulebook import Rulebook
from pioche.printing import whole_sheets
from pioche.printing.booklet import EXAMPLE, FAMILIES, TIPS, booklet, games_in_order, odds_rows, words
from pioche.printing.chances import TABLES
from pioche.printing.players_sheet import for_players
from pioche.printing.scene_pictures import scene_picture
from pioche.printing.scenes import scenes
from pioche.printing.sheet_blocks import Block, Runs, plain
from pioche.printing.static_pages import block_markup, table_markup
from pioche.printing.typesetting import pdf
from pioche.terminal.commands.paper_commands import cards

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"  # made by `pioche report --all`
GAMES = re.compile(r"<!-- games -->.*<!-- /games -->", re.DOTALL)  # in learn.md, with what stands there without the site
PAPERS = "<!-- papers -->"  # the place in print.md where the finished papers stand
TWIN = re.compile(  # the site has a switch of languages
    r"^\*(?:En français|In English)\s?: .*\n| \(\[(?:en français|in English)\]\([^)]*\)\)", re.MULTILINE
)
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
OUTSIDE |= {"README.fr.md": "index.fr.md", "CONTRIBUTING.fr.md": "contributing.fr.md", "CHANGELOG.fr.md": "changelog.fr.md"}
UNLISTED = ("coverage.md",)  # read by tests and reviewers, not part of the site
THEME_IN_FRENCH = {"Dark": "Sombre", "Light": "Clair", "Permanent link": "Lien vers ce passage"}
ONLY_ENGLISH = '<p class="only-english" lang="fr">Cette page n’existe qu’en anglais.</p>'
SHORT_CODE = re.compile(r"<code>([^<\s]{1,20}|--[^<\n]{1,24})</code>")
OPTION_IN_CODE = re.compile(r"(?<=<code>)[^<\n]*(?=</code>)")
COMMAND = re.compile(r"pioche rules [a-z_]+(?: --lang fr)?")
LANGUAGES_MENU = re.compile(r'<div class="md-select">.*?</ul>\s*</div>\s*</div>', re.DOTALL)  # two languages need no menu
OTHER_LANGUAGE = re.compile(r'<a href="([^"]*)" hreflang="(\w+)"[^>]*>\s*([^<]*?)\s*</a>')
SHIM = "https://unpkg.com/iframe-worker/shim"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def suffixed(name: str, lang: str) -> str:
    """The file of a page in a language: English has no suffix."""
    return f"{name}.md" if lang == "en" else f"{name}.{lang}.md"


# -- pages of the games -------------------------------------------------------------------------------------


def game_page(rules: Rulebook, lang: str) -> str:
    """The rule sheet in players' words with its example drawn and its odds: headings in Markdown, the rest in HTML."""
    sheet = for_players(rules, lang)
    told = f"# {sheet.title}\n\n{paragraph(sheet.pitch)}\n{apart(table_markup(sheet.facts))}\n"
    told += {
        "en": f"**Learn it at the table, in two minutes:** *The first deal* under the game in the browser, "
        f"or `pioche learn {rules.id}` in a terminal. **On paper:** [the booklet](../print.md).\n\n",
        "fr": f"**L’apprendre à la table, en deux minutes\u00a0:** *La première donne*, sous le jeu, dans le navigateur, "
        f"ou `pioche learn {rules.id} --lang fr` dans un terminal. **Sur papier\u00a0:** [le livret](../print.md).\n\n",
    }[lang]
    for place, (title, blocks) in enumerate(sheet.sections, -len(sheet.sections)):
        if place == TIPS:
            told += _odds(rules.id, lang)
        told += f"## {title}\n\n"
        if place == EXAMPLE:
            told += f"{_drawn(rules.id, lang)}\n"
        markup = COMMAND.sub(r"<code>\g<0></code>", apart("\n".join(map(block_markup, blocks))))
        told += markup.replace(' class="options"', "") + "\n"  # the theme dresses plain tables
    if sheet.credit:
        told += f"{paragraph(sheet.credit)}\n"
    more = {
        "en": f"Every case is settled in [the full rulebook](../games/{rules.id}.md). Play it: [in a browser](../play.md), "
        f"or with `pioche play {rules.id}` in a terminal.",
        "fr": f"Chaque cas est tranché dans [le règlement complet](../games/{rules.id}.md) (en anglais). "
        f"Pour jouer\u00a0: [dans un navigateur](../play.md), ou dans un terminal `pioche play {rules.id} --lang fr`.",
    }
    return f"{told}{more[lang]}\n"


def apart(markup: str) -> str:
    """Cells one under the other: the search shows what stands in them as one line of words."""
    return re.sub(r"(</t[hd]>)", r"\1\n", markup)


def paragraph(told: Runs) -> str:
    return block_markup(Block("p", text=told))


def _odds(game: str, lang: str) -> str:
    table = TABLES[game]()
    rows = [[plain(cell) for cell in row] for row in odds_rows(table, lang)]
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    grid = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    question, note = (words(lang, "chances", table.key, key) for key in ("title", "note"))
    return f"## {words(lang, 'odds')}\n\n*{question}*\n\n{grid}\n\n{note}\n\n"


def _drawn(game: str, lang: str) -> str:
    return "".join(
        f"![{escape(scene.caption)}](pictures/{game}-{number + 1}-{lang}.svg)\n\n*{scene.caption}*\n"
        for number, scene in enumerate(scenes(game, lang))
    )


def list_of_games(lang: str) -> str:
    """All games family by family, with players, minutes and one sentence."""
    units = ("players", "min") if lang == "en" else ("joueurs", "min")
    told = ""
    for family in FAMILIES:
        told += f"\n## {words(lang, 'families', family)}\n\n"
        for rules in games_in_order():
            if rules.family == family:
                low, high = rules.position.seats_range
                seats = str(low) if low == high else f"{low}–{high}"
                minutes = "–".join(map(str, dict.fromkeys(rules.minutes)))
                facts = f"{seats} {units[0]}, {minutes} {units[1]}"
                title, pitch = text.title(rules, lang), text.find(rules, lang, "pitch")
                told += f"**[{title}](play/{rules.id}.md)** ({facts}). {pitch}\n\n"
    return told


def papers() -> dict[str, bytes]:
    """The finished papers, so that nobody needs a terminal to print them."""
    found = {}
    for lang in text.LANGUAGES:
        round_, square = cards(lang, "full"), cards(lang, "full", rounded=False)
        for size in whole_sheets.SIZES:
            end = f"{size}-{lang}.pdf"
            found[f"papers/rules-{end}"] = pdf(booklet(lang, size, "full", __version__), round_)
            found[f"papers/deck-{end}"] = pdf(whole_sheets.deck(lang, size, "full", "triangular", False), square)
            found[f"papers/deck52-{end}"] = pdf(whole_sheets.deck(lang, size, "full", "52", False), square)
            found[f"papers/sheets-{end}"] = pdf(whole_sheets.score_sheets(lang, size), round_)
            found[f"papers/poster-{end}"] = pdf(whole_sheets.poster(lang, size), round_)
    return found


def list_of_papers(lang: str) -> str:
    names = text.catalogue("print", lang)["site"]["pdf_names"]
    colon = "\u00a0:" if lang == "fr" else ":"
    ready = {"en": "Ready to print", "fr": "Prêts à imprimer"}
    lines = [
        f"- **{told}**{colon} [A4](papers/{name}-a4-{lang}.pdf), [Letter](papers/{name}-letter-{lang}.pdf)"
        for name, told in names.items()
    ]
    return "\n".join([f"{ready[lang]}{colon}", "", *lines])


def generated() -> dict[str, str]:
    """Every page and picture that no file of this folder holds."""
    found: dict[str, str] = {}
    for rules in games_in_order():
        for lang in text.LANGUAGES:
            found[f"play/{suffixed(rules.id, lang)}"] = game_page(rules, lang)
            for number, scene in enumerate(scenes(rules.id, lang)):
                found[f"play/pictures/{rules.id}-{number + 1}-{lang}.svg"] = scene_picture(scene, lang)
    for name in ("CONTRIBUTING.md", "CONTRIBUTING.fr.md", "CHANGELOG.md", "CHANGELOG.fr.md"):
        found[OUTSIDE[name]] = (ROOT / name).read_text(encoding="utf-8")
    for report in sorted((ROOT / "bench" / "results").glob("*.*")):
        if report.suffix in (".md", ".svg"):
            found[f"reports/{report.name}"] = report.read_text(encoding="utf-8")
    return found


# -- links that leave the folder ----------------------------------------------------------------------------


def inside(told: str, page: str, known: set[str]) -> str:
    """Links to files that are not part of the site become plain words; those to reports and the like lead to their pages.

    `page` is where the text comes from, as a path from the root of the repository.
    """

    def mended(match: re.Match[str]) -> str:
        picture, label, target = match.groups()
        path, hash_, anchor = target.partition("#")
        if not path or "://" in target:
            return match[0]
        place = _from_root(PurePosixPath(page).parent / path)
        new = _on_the_site(place)
        if new is None or new not in known:
            return label if picture else f"`{label}`" if "`" not in label else label
        return f"{picture}[{label}]({_relative(new, _on_the_site(page) or page)}{hash_}{anchor})"

    return "".join(part if part.startswith("`") else LINK.sub(mended, part) for part in CODE.split(told))


def _from_root(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts and parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _on_the_site(place: str) -> str | None:
    if place in OUTSIDE:
        return OUTSIDE[place]
    if place.startswith("bench/results/"):
        return "reports/" + place.removeprefix("bench/results/")
    if place.startswith("docs/"):
        return place.removeprefix("docs/")
    return None


def _relative(target: str, page: str) -> str:
    return "../" * (len(PurePosixPath(page).parts) - 1) + target


def source_of(page: str) -> str:
    """Where the text of a page comes from, as a path from the root of the repository."""
    for name, place in OUTSIDE.items():
        if page == place and not name.startswith("README"):
            return name
    if page.startswith("reports/"):
        return "bench/results/" + page.removeprefix("reports/")
    return f"docs/{page}"


# -- the folder the site is built from ----------------------------------------------------------------------


def prepare(folder: Path) -> None:
    """Copies this folder, with what is generated, and mends its links."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", *UNLISTED))
    # The HTML is left out: the same page comes from its Markdown.
    shutil.copytree(REPORTS, folder / "reports", ignore=shutil.ignore_patterns("*.html"))
    for name, told in generated().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(told, encoding="utf-8")
    for name, paper in papers().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(paper)
    known = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for path in folder.rglob("*.md"):
        name = path.relative_to(folder).as_posix()
        lang = "fr" if name.endswith(".fr.md") else "en"
        told = inside(TWIN.sub("", path.read_text(encoding="utf-8")), source_of(name), known)
        told = list_of_games(lang).join(GAMES.split(told)).replace(PAPERS, list_of_papers(lang))
        path.write_text(told, encoding="utf-8")


# -- the site when it is built ------------------------------------------------------------------------------


class Targets(HTMLParser):
    """Where a page leads to, and the places on it that can be led to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value and not (tag == "link" and ("rel", "canonical") in attributes):
                self.links.append(value)
                if name == "src" or tag == "link":
                    self.fetched.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def dead_links(site: Path) -> list[str]:
    """Links inside a built site that lead nowhere: no such file, or no such place on it."""
    pages = {path.resolve(): Targets(path) for path in site.rglob("*.html") if path.name != "404.html"}
    dead = []
    for path, page in sorted(pages.items()):
        for link in page.links:
            parts = urlsplit(link)
            if link in page.fetched and (parts.scheme or parts.netloc):
                dead.append(f"{path.relative_to(site.resolve())} fetches {link}")
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages.get(target)
            anchor = unquote(parts.fragment)
            if not target.exists() or (anchor and known and anchor not in known.places and anchor != "__skip"):
                dead.append(f"{path.relative_to(site.resolve())}: {link}")
    return dead


def with_our_words(site: Path) -> None:
    """What the theme says in English on French pages; the other language by its name; options, which no line may break."""
    for path in site.rglob("*.html"):
        told = SHORT_CODE.sub(r'<code class="whole">\1</code>', path.read_text(encoding="utf-8"))
        told = OPTION_IN_CODE.sub(lambda match: re.sub(r"--[\w-]+", r'<span class="whole">\g<0></span>', match[0]), told)
        french_page = path.relative_to(site).parts[0] == "fr"
        if menu := LANGUAGES_MENU.search(told):
            told = told.replace(menu[0], to_other_language(menu[0], "fr" if french_page else "en"))
        if french_page:
            for english, french in THEME_IN_FRENCH.items():
                told = told.replace(f'"{english}"', f'"{french}"')
            twin = site / path.relative_to(site / "fr")
            if twin.exists() and words_of(told) == words_of(twin.read_text(encoding="utf-8")):
                told = told.replace("<article ", '<article lang="en" ', 1).replace("</h1>", f"</h1>\n{ONLY_ENGLISH}", 1)
        path.write_text(told, encoding="utf-8")


def words_of(page: str) -> str:
    """What stands in the article of a page."""
    return re.sub(r"<[^>]*>|\s+", "", page.partition("<article ")[2].partition("</article>")[0])


def to_other_language(menu: str, here: str) -> str:
    address, lang, name = next(found for found in OTHER_LANGUAGE.findall(menu) if found[1] != here)
    return f'<a class="md-header__button other-language" href="{address}" hreflang="{lang}" lang="{lang}">{name}</a>'


# "Aubepine" finds "L’Aubépine", a page of the reader's language hides its twin in the other, rules for players come first.
# The search runs in a worker, which is handed the pages of both languages; each language has a worker of its own.
OWN_PAGES = """addEventListener('message', ({ data }) => {
  if (data.type !== 0) return
  const page = (doc) => doc.location.split('#')[0]
  const french = new Set(data.data.docs.map(page).filter((one) => one.startsWith('fr/')))
  const own = (doc) =>
    LANG === 'en' ? !french.has(page(doc)) : french.has(page(doc)) || !french.has(`fr/${page(doc)}`)
  const framed = (doc) => (LANG === 'fr' && !french.has(page(doc)) ? { ...doc, location: `fr/${doc.location}` } : doc)
  const weight = (place) => (/^(fr\\/)?play\\//.test(place) ? 3 : /^(fr\\/)?changelog/.test(place) ? 0.2 : 1)
  const weighed = (doc) => ({ boost: weight(doc.location), ...doc })
  data.data.docs = data.data.docs.filter(own).map(framed).map(weighed)
})
"""
NO_ACCENTS = """
{
  const bare = (word) => word.normalize('NFD').replace(/\\p{M}/gu, '')
  const { Token } = lunr, { clause } = lunr.Query.prototype
  lunr.Token = function (word, more) { Token.call(this, bare(word), more) }
  lunr.Token.prototype = Token.prototype
  lunr.Query.prototype.clause = function (one) { return clause.call(this, { ...one, term: bare(one.term) }) }
}
"""


def search_of_each_language(site: Path) -> None:
    for worker in list((site / "assets" / "javascripts" / "workers").glob("search.*.min.js")):
        theirs = worker.read_text(encoding="utf-8").partition("\n//# sourceMappingURL=")[0]
        french = worker.name.replace("search.", "search.fr.")
        for name, lang in ((worker.name, "en"), (french, "fr")):
            ours = OWN_PAGES.replace("LANG", f"'{lang}'")
            worker.with_name(name).write_text(ours + theirs + NO_ACCENTS, encoding="utf-8")
        for path in (site / "fr").rglob("*.html"):
            path.write_text(path.read_text(encoding="utf-8").replace(f"/{worker.name}", f"/{french}"), encoding="utf-8")


def without_network(site: Path) -> None:
    """The theme takes one script from elsewhere when a page is opened from a folder; ours lies beside the pages."""
    for path in site.rglob("*.html"):
        here = "../" * (len(path.relative_to(site).parts) - 1)
        told = path.read_text(encoding="utf-8")
        path.write_text(told.replace(SHIM, f"{here}offline_worker.js"), encoding="utf-8")
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    (site / "search" / "search_index.js").write_text(f"var __index = {index}", encoding="utf-8")  # of both languages


if __name__ == "__main__":
    if sys.argv[1] == "--finish":
        without_network(Path(sys.argv[2]))
        search_of_each_language(Path(sys.argv[2]))
        with_our_words(Path(sys.argv[2]))
        found = dead_links(Path(sys.argv[2]))
        sys.exit("\n".join(found) if found else 0)
    prepare(Path(sys.argv[1]))
