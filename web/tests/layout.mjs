// The layout of a crowded table on a small screen is computed: it is tried here for every size, without a browser.
//   node tests/layout.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const source = readFileSync(new URL('../src/table/model/layout.ts', import.meta.url), 'utf8')
const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
})
const { roster } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`)

const TABLES = [
    { game: 'agnes', most: 8, cards: 4, own: 6, numbered: true },
    { game: 'goblin_poker', most: 8, cards: 5, own: 5 },
    { game: 'hawthorn', most: 8, cards: 5, own: 5 },
    { game: 'pig', most: 26, cards: 4, own: 1, rows: 0, centre: 110 },
]
let tried = 0
for (const table of TABLES)
    for (let seats = 2; seats <= table.most; seats++)
        for (let width = 320; width <= 620; width += 5)
            for (let height = 200; height <= 800; height += 20) {
                const told = `${table.game} ${seats} ${width}x${height}`
                const asked = { ...table, width, height, others: seats - 1 }
                const found = roster(asked)
                if (seats < 6) {
                    assert.equal(found, null, told)
                    continue
                }
                tried += 1
                const step = table.numbered ? 1.1 : 0.5
                const row = (card, cards) => card + card * step * (cards - 1)
                assert.ok(found.mine >= 24, `${told}: one's own cards can be chosen`)
                assert.ok(row(found.mine, table.own) <= width, `${told}: one's own cards are on the screen`)
                if (table.numbered) assert.ok(found.card >= 24, `${told}: every card that can be chosen is wide enough`)
                if (table.rows !== 0)
                    assert.ok(
                        row(found.card, table.cards) * found.columns <= width,
                        `${told}: the others' cards lie in their columns`
                    )
                if (!found.scrolls) {
                    const below = table.numbered ? 16 : 0
                    const cards = table.rows === 0 ? 0 : 6 + found.card * 1.4 + below
                    const all =
                        Math.ceil((seats - 1) / found.columns) * (44 + cards) +
                        Math.max(table.centre ?? 0, found.middle * 2) +
                        44 +
                        found.mine * 1.4 +
                        below
                    assert.ok(all <= height, `${told}: everything has room (${all})`)
                }
                assert.deepEqual(roster({ ...asked }), found, 'the same table, the same sizes')
            }
assert.equal(roster({ width: 700, height: 500, others: 7, cards: 4, own: 4 }), null, 'a wide table is a ring')
assert.ok(
    !roster({ width: 390, height: 590, others: 7, cards: 4, own: 6, numbered: true }).scrolls,
    'eight at Agnès fit on a phone'
)
console.log(`${tried} tables`)
