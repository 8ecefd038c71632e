// The page's verifier on the test vectors of docs/fair-spec.md, and its own share against houses that cheat.
//   node tests/fair.mjs
import assert from 'node:assert/strict'
import { createHash, webcrypto } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

globalThis.crypto ??= webcrypto
const folder = mkdtempSync(join(tmpdir(), 'fair-'))
for (const name of ['sha256', 'blake2b', 'shares', 'stream', 'verify']) {
    const source = readFileSync(new URL(`../src/fair/${name}.ts`, import.meta.url), 'utf8')
    const { outputText } = ts.transpileModule(source, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    })
    writeFileSync(join(folder, `${name}.mjs`), outputText.replace(/from '\.\/(\w+)'/g, "from './$1.mjs'"))
}
const part = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)
const { sha256, hex } = await part('sha256')
const { housePromise, sharePromise, Shares, Witness, same } = await part('shares')
const { keyOf, Stream, follows } = await part('stream')
const { verify } = await part('verify')
rmSync(folder, { recursive: true })

const bytes = (n) => Uint8Array.from({ length: n }, (_, k) => (k * 7 + n) & 255)
for (let n = 0; n < 200; n++)
    assert.equal(hex(sha256(bytes(n))), createHash('sha256').update(bytes(n)).digest('hex'), `SHA-256 of ${n} bytes`)

const vectors = JSON.parse(readFileSync(new URL('../../docs/fair-vectors.json', import.meta.url), 'utf8'))
for (const { deal, secret, promise } of vectors.house) assert.equal(housePromise(deal, secret), promise)
for (const { deal, seat, share, promise } of vectors.shares) assert.equal(sharePromise(deal, seat, share), promise)
for (const { deal, secret, shares, key } of vectors.keys)
    assert.equal(
        keyOf(
            deal,
            secret,
            shares.map(([seat, share]) => ({ seat, share }))
        ).toString(16),
        key
    )
for (const { key, wide, drawn, words } of vectors.streams) {
    const stream = new Stream(BigInt(`0x${key}`))
    for (const [n, k] of wide) assert.equal(stream.below(BigInt(n)), BigInt(k))
    for (const draw of drawn) assert(follows(stream, draw), `${draw}`)
    assert.equal(stream.words, words)
}

const proofs = {
    nobodyChose: 'nobody_chose',
    notTheHouseAlone: 'not_the_house_alone',
    noChange: 'no_change',
    nothing: 'nothing',
}
const promised = new Set(['house', 'share', 'silent', 'key', 'laid', 'unreadable'])
for (const { name, kept, proof, silent, findings, seen, record } of vectors.records) {
    const verdict = verify(record, { seat: 0, seen, whole: true })
    assert.equal(verdict.kept, kept, name)
    assert.equal(proofs[verdict.proof], proof, name)
    assert.deepEqual(verdict.silent, silent, name)
    assert.deepEqual(
        verdict.findings.filter((f) => promised.has(f.what)).map((f) => [f.what, f.kept]),
        findings.filter(([what]) => promised.has(what)),
        name
    )
}

// What this page saw is compared to the last card; one that came later compares what it has.
const good = vectors.records[0]
assert(verify(good.record, { seat: 0, seen: good.seen.slice(5), whole: false }).kept)
assert(!verify(good.record, { seat: 0, seen: good.seen.slice(5), whole: true }).kept)
const other = structuredClone(good.seen)
const shown = other.find((event) => 'rank' in event.about)
shown.about.rank += 1
assert(!verify(good.record, { seat: 0, seen: other, whole: true }).kept)
const witness = new Witness()
witness.note({ n: 4, by: 'house', kind: 'started', about: {} })
witness.note({ n: 5, by: 'game', kind: 'deal', about: { rank: 3 } })
assert.deepEqual([witness.whole, witness.seen.length], [true, 1])
witness.note({ n: 9, by: 'game', kind: 'deal', about: { rank: 3 } })
assert.deepEqual([witness.whole, witness.seen.length], [false, 1])

// A house that cheats.
const you = { seat: 1 }
const table = { match: 0, phase: 'gathering', practice: false, tournament: '' }
function promise() {
    const shares = new Shares('k7m39qfx2p')
    const [wish] = shares.promised(you, table)
    assert.deepEqual(shares.promised(you, table), [])
    return {
        shares,
        list: { match: 1, deal: 'k7m39qfx2p/1', promise: 'aa'.repeat(32), shares: [{ seat: 1, promise: wish.promise }] },
    }
}
{
    const { shares, list } = promise()
    const [reveal] = shares.fix(list)
    assert.equal(sharePromise(list.deal, 1, reveal.share), list.shares[0].promise)
    assert.deepEqual(shares.welcomed(), [reveal]) // the line was cut: shown again
    assert.deepEqual(shares.promised(you, table), []) // and never promised again
    assert.deepEqual(shares.fix({ ...list, promise: 'bb'.repeat(32) }), [])
    assert.deepEqual(shares.complaints, ['fixedTwice'])
}
{
    const { shares, list } = promise()
    assert.deepEqual(shares.fix({ ...list, shares: [{ seat: 1, promise: '00'.repeat(32) }] }), [])
    assert.deepEqual(shares.complaints, ['replaced'])
    assert.deepEqual(shares.fix({ ...list, shares: [{ seat: 0, promise: '00'.repeat(32) }] }), [])
    assert.deepEqual(shares.complaints, ['leftOut'])
}
{
    // Two windows of a browser have one share; after a reload it is shown again, for the same list only.
    const kept = new Map()
    globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }
    const { shares, list } = promise()
    const second = new Shares('k7m39qfx2p')
    assert.equal(second.promised(you, table)[0].promise, list.shares[0].promise)
    const [reveal] = shares.fix(list)
    assert.deepEqual(new Shares('k7m39qfx2p').promised(you, table), [reveal])
    assert.deepEqual(second.fix(list), [reveal])
    shares.started({ ...list, names: [], shares: [{ ...list.shares[0], share: reveal.share }] })
    assert.equal(kept.get('pioche-shares'), '{}')
    delete globalThis.localStorage
}
for (const [change, complaints] of [
    [(start) => start, []],
    [(start) => ({ ...start, promise: 'bb'.repeat(32) }), ['otherPromises']],
    [(start) => ({ ...start, shares: [{ ...start.shares[0], share: null }] }), ['silenced']],
    [
        (start) => ({ ...start, shares: [...start.shares, { seat: 2, promise: '00'.repeat(32), share: null }] }),
        ['otherPromises'],
    ],
]) {
    const { shares, list } = promise()
    const [reveal] = shares.fix(list)
    shares.started(change({ ...list, names: [], shares: [{ ...list.shares[0], share: reveal.share }] }))
    assert.deepEqual(shares.complaints, complaints)
}
assert.deepEqual(new Shares('x').promised({ seat: null }, table), [])
assert.deepEqual(new Shares('x').promised(you, { ...table, practice: true }), [])
assert(
    same({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }) &&
        !same([1], { 0: 1 }) &&
        !same({ a: 1 }, { a: 1, b: 2 })
)
console.log(`${vectors.records.length} records`)
