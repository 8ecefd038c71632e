// Two browsers of their own, on a computer and on a phone, at one table behind a proxy that speaks TLS with a certificate of the test.
import assert from 'node:assert/strict'
import { launch, PATIENCE, visitor } from './browser.mjs'
import { act, dice, ended } from './play.mjs'
import { meet } from './together.mjs'

let browsers = []
let pages = []
const choose = dice('proxied')

/** Both move whenever they can, until `done` says so. */
async function both(done) {
    const end = Date.now() + 4 * PATIENCE
    let moves = 0
    while (!(await done(moves))) {
        assert.ok(
            Date.now() < end,
            `nothing was over after ${moves} moves: ${await pages[0]
                .locator('body')
                .innerText()
                .catch(() => '')}`
        )
        for (const page of pages) if (!(await ended(page)) && (await act(page, choose))) moves += 1
        await pages[0].waitForTimeout(30)
    }
    return moves
}

/** They meet and begin a match; says at which table. */
export async function meet_over_tls(_, base, { moves }) {
    browsers = [await launch(['--ignore-certificate-errors']), await launch(['--ignore-certificate-errors'])]
    pages = [
        await visitor(browsers[0], base, { lang: 'fr' }),
        await visitor(browsers[1], base, { lang: 'en', width: 390, height: 844, touch: true }),
    ]
    const [host, friend] = pages
    await meet(host, friend, 'pairs')
    await both((made) => made >= moves)
    return new URL(host.url()).pathname.split('/')[2]
}

/** And play on to the end, whatever has happened to the house meanwhile. Says what each of them reads in the result. */
export async function finish_over_tls() {
    try {
        const moves = await both(async () => (await ended(pages[0])) && (await ended(pages[1])))
        const secure = await Promise.all(
            pages.map((page) => page.evaluate(() => isSecureContext && location.protocol === 'https:'))
        )
        const thrown = pages
            .flatMap((page) => page.problems)
            .filter((told) => !/WebSocket|Failed to load resource|ERR_|SSL/.test(told)) // lines that broke
        return {
            moves,
            secure,
            thrown,
            results: await Promise.all(pages.map((page) => page.locator('.result').innerText())),
        }
    } finally {
        await Promise.all(browsers.map((one) => one.close()))
    }
}
