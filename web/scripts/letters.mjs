// The letters of the pictures the house draws (src/pioche/house/pictures): every glyph as grey pixels, from the page's own font.
//   node scripts/letters.mjs ../src/pioche/house/pictures/letters.bin        after a change of font or sizes
import { readFileSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { launch } from '../tests/browser.mjs'

const SIZES = [30, 42, 76]
const RANGES = [
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x2010, 0x201e],
    [0x2026, 0x2026],
    [0x2212, 0x2212],
    [0x2660, 0x2666],
]
const letters = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, k) => String.fromCharCode(from + k))
)
const font = (name) =>
    readFileSync(`node_modules/@fontsource-variable/fraunces/files/fraunces-${name}-wght-normal.woff2`).toString('base64')

const browser = await launch()
const page = await browser.newPage()
const drawn = await page.evaluate(
    async ({ letters, sizes, latin, more }) => {
        for (const [data, range] of [
            [latin, 'U+0-FF, U+2000-206F, U+2212'],
            [more, 'U+100-17F'],
        ]) {
            document.fonts.add(
                await new FontFace('F', `url(data:font/woff2;base64,${data})`, {
                    weight: '100 900',
                    unicodeRange: range,
                }).load()
            )
        }
        const canvas = document.createElement('canvas')
        const pen = canvas.getContext('2d', { willReadFrequently: true })
        return sizes.map((size) => {
            const height = Math.ceil(size * 1.4)
            canvas.width = size * 2
            canvas.height = height
            return {
                size,
                height,
                glyphs: letters.map((letter) => {
                    pen.font = `600 ${size}px F, serif`
                    const step = pen.measureText(letter).width
                    const left = Math.ceil(size * 0.1)
                    const width = Math.ceil(step) + 2 * left
                    pen.clearRect(0, 0, canvas.width, height)
                    pen.fillText(letter, left, size)
                    const pixels = pen.getImageData(0, 0, width, height).data
                    return {
                        letter,
                        step,
                        left,
                        width,
                        grey: Array.from({ length: width * height }, (_, k) => pixels[4 * k + 3]),
                    }
                }),
            }
        })
    },
    { letters, sizes: SIZES, latin: font('latin'), more: font('latin-ext') }
)
await browser.close()

// A line of JSON that says where each glyph stands, then all their pixels, sixteen greys each, squeezed together.
let at = 0
const head = drawn.map(({ size, height, glyphs }) => ({
    pixels: size,
    height,
    glyphs: Object.fromEntries(
        glyphs.map((g) => {
            const place = [at, g.width, g.left, Math.round(g.step * 64)]
            at += g.grey.length
            return [g.letter, place]
        })
    ),
}))
const pixels = Buffer.from(drawn.flatMap(({ glyphs }) => glyphs.flatMap((g) => g.grey.map((v) => Math.round(v / 17)))))
writeFileSync(process.argv[2], deflateSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), pixels]), { level: 9 }))
