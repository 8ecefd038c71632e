// The sentences of tests/page/filling.json, filled in as the page does it. Python reads the same file.
//   node tests/filling.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const source = readFileSync(new URL('../src/words/fill.ts', import.meta.url), 'utf8')
const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
})
const { fill } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`)

const rows = JSON.parse(readFileSync(new URL('../../tests/page/filling.json', import.meta.url), 'utf8'))
for (const [template, values, lang, said] of rows) assert.equal(fill(template, values, lang), said, template)
console.log(`${rows.length} sentences`)
