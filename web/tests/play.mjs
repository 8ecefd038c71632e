// A scripted person: reaches for whatever the page offers, as a hand would.
import { PATIENCE } from './browser.mjs'

/** Everything one can press to move, in the order a hand would find it. */
export const MOVES = '.dock .lit button, .felt .open, .felt .lit button, .felt .plate.target, .menu .btn, .menu .one'
/** And what leads from one deal to the next. */
export const OFFERS = `${MOVES}, .ending footer .main`

/** Dice that fall the same way every time. */
export function dice(name) {
    let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
    return () => {
        state = (state + 0x6d2b79f5) | 0
        let t = Math.imul(state ^ (state >>> 15), 1 | state)
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296
    }
}

/** In through the front door: one click, and the cards are dealt. */
export async function open(page, game) {
    await page.goto('/')
    await page.locator(`#game-${game} ~ .do .btn.main`).click()
    await page.locator('.felt').waitFor()
}

/** Ask the house something as this visitor, without a page. */
export async function ask(page, path, body) {
    const answer = await page.context().request.post(path, { data: body, headers: { origin: page.base }, timeout: PATIENCE })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
}

/** A table as a program would set it, with this visitor at it. Returns what the house answered. */
export async function lay(page, table) {
    await ask(page, '/api/me', { lang: page.lang })
    const made = await ask(page, '/api/tables', table)
    await page.goto(`/t/${made.code}#${made.secret}`)
    await page.locator('.room').waitFor()
    return made
}

/** A table against bots, laid at once. */
export async function against(page, game, seats, more = {}) {
    const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), 'regular']))
    const made = await lay(page, {
        game,
        options: { seats, ...more },
        bots,
        sit: 0,
        start: true,
        settings: { hints: true, pace: 'relaxed' },
    })
    await page.locator('.felt').waitFor()
    return made
}

/** Press one of these, whichever a hand can really touch right now; says whether it found something. */
export async function press(page, offers, choose) {
    const at = await page.evaluate(
        ([selector, luck]) => {
            const all = [...document.querySelectorAll(selector)].filter(
                (node) => !node.disabled && !node.matches('.turn, .quiet')
            )
            for (let k = 0; k < all.length; k++) {
                const node = all[(Math.floor(luck * all.length) + k) % all.length]
                node.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
                const box = node.getBoundingClientRect()
                const x = box.x + Math.min(8, box.width / 2) // in a fan only the left edge of a card is free
                const y = box.y + Math.min(14, box.height / 2)
                if (box.width && node.contains(document.elementFromPoint(x, y))) return { x, y }
            }
            return null
        },
        [offers, choose()]
    )
    if (!at) return false
    if (page.touches) await page.touchscreen.tap(at.x, at.y)
    else await page.mouse.click(at.x, at.y)
    return true
}

export const act = (page, choose = Math.random) => press(page, OFFERS, choose)

/** The deal being played, counted from nought. */
export const deal = (page) => page.evaluate(() => Number(document.querySelector('.room')?.dataset.deal ?? 0))

export const ended = (page) => page.locator('.result').isVisible()

/** Play until `done` says so; what moves meanwhile is skipped. */
export async function playUntil(
    page,
    done,
    { choose = Math.random, patience = 3 * PATIENCE, moved = () => undefined, offers = OFFERS } = {}
) {
    const end = Date.now() + patience
    let moves = 0
    while (Date.now() < end) {
        if (await done(moves)) return moves
        if (await press(page, offers, choose)) await moved((moves += 1))
        else {
            await page.waitForTimeout(40)
            if (!page.touches) await page.keyboard.press('s')
        }
    }
    throw new Error(
        `nothing was over after ${patience / 1000} s and ${moves} moves: ${await page
            .locator('body')
            .innerText()
            .catch(() => '')}`
    )
}

/** The host, with the tools open, sends the first other person away, and says yes when asked. */
export async function sendAway(host) {
    await host.locator('.host .person').first().locator('.acts .btn').last().click()
    await host.locator('.host [role=alertdialog] .danger').click()
    await host.locator('.host [role=alertdialog]').waitFor({ state: 'detached' })
}
