// What bots say follows from what everybody has seen: the same at every seat, seldom, and never at a silent table.
//   node tests/chatter.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const source = readFileSync(new URL('../src/table/model/chatter.ts', import.meta.url), 'utf8')
const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
})
const { character, remark } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`)

const seat = (n, bot) => ({ seat: n, name: ['Anne', 'Basile', 'Clara', 'David'][n], bot, who: bot ? null : n + 1 })
const table = (code, talk = 'free') => ({
    code,
    match: 1,
    settings: { talk },
    seats: [seat(0, ''), seat(1, 'regular'), seat(2, 'regular'), seat(3, 'expert')],
})
const ending = (deal, gained, ranking) => ({ deal, since: 1, scores: gained, gained, ranking, over: false })
const told = (kind, about = {}) => ({ n: 5, by: 'game', kind, match: 1, about, en: '', fr: '' })

let spoken = 0
const who = new Set()
for (let k = 0; k < 600; k++) {
    const at = table(`table${k}`)
    const end = ending(k % 7, [3, -1, -2, 0], [1, 3, 4, 2])
    const line = remark(at, [told('pot')], end, null)
    // Somebody else has other cards in hand and is told other things: the line is the same.
    assert.deepEqual(remark(at, [told('dealt', { cards: [1, 2, 3] })], end, null), line)
    assert.equal(remark(table(`table${k}`, 'off'), [told('pot')], end, null), null)
    assert.equal(remark(at, [told('pot')], end, end), null, 'once')
    if (!line) continue
    spoken += 1
    who.add(line.seat)
    assert.ok(at.seats[line.seat].bot, 'people speak for themselves')
    assert.equal(line.character, character(at.seats[line.seat].name))
    assert.match(line.situation, /^lost/, 'seat 0, a person, won: only whoever lost most may speak')
}
assert.ok(spoken > 60 && spoken < 300, `${spoken} of 600 deals were commented on`)
assert.deepEqual([...who], [2])
const bad = remark(table('points'), [told('x')], ending(0, [1, 9, 2, 3], [1, 4, 2, 3]), null)
assert.ok(bad === null || bad.seat !== 1 || /^lost/.test(bad.situation), 'where points are bad, most is worst')
const over = remark(table('over'), [told('match_result', { ranking: [2, 1, 3, 4] })], null, null)
assert.equal(over.situation, over.seat === 1 ? 'match_won' : 'match_lost')
assert.equal(remark({ ...table('people'), seats: [seat(0, '')] }, [told('started')], null, null), null)
console.log(`${spoken} remarks`)
