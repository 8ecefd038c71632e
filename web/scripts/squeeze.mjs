// Leaves a Brotli copy beside every asset of the built page that gets smaller by it; the house sends it to browsers that read it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const assets = fileURLToPath(new URL('../../src/pioche/house/page/assets', import.meta.url))
const texts = ['.js', '.css', '.svg', '.json']

for (const name of readdirSync(assets)) {
    if (!texts.includes(extname(name))) continue
    const plain = readFileSync(join(assets, name))
    const squeezed = brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    })
    if (squeezed.length < plain.length) writeFileSync(join(assets, `${name}.br`), squeezed)
}
