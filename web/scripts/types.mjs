// The words of the protocol as TypeScript, from the schema the server exports.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const here = new URL('.', import.meta.url)
const schema = JSON.parse(readFileSync(new URL('../../src/pioche/house/api/schema.json', here), 'utf8'))
// A bare object holds whatever a game puts there.
JSON.stringify(schema, (_key, value) => {
    if (value?.type === 'object' && !value.properties) value.additionalProperties ??= true
    if (value?.prefixItems)
        value.items = value.prefixItems // a pair
    else if (value?.type === 'array') delete value.maxItems // how long a list may be is for the house to say
    return value
})
const everything = {
    title: 'Protocol',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.keys(schema.$defs).map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: schema.$defs,
}
const text = await compile(everything, 'Protocol', {
    bannerComment: '/* Written by `npm run types` from the schema of the server; change the schema, not this. */',
    additionalProperties: false,
    unknownAny: false,
    style: { semi: false, singleQuote: true, printWidth: 120 },
})
writeFileSync(new URL('../src/server/protocol.ts', here), text)
