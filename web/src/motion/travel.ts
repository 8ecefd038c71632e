// Cards travel, chips slide. Two looks at the same table, before and after, are enough to know what went where.
interface Seen {
  rect: DOMRect
  face: string
  spot: string
  node: Element
}

interface Look {
  cards: Map<Element, Seen>
  coins: Map<string, { rect: DOMRect; value: number }>
  stacks: { rect: DOMRect; count: number; zone: string }[]
}

const EASE = 'cubic-bezier(.22,.8,.3,1)'

export function look(root: ParentNode | null): Look {
  const found: Look = { cards: new Map(), coins: new Map(), stacks: [] }
  if (!root) return found
  for (const node of root.querySelectorAll<HTMLElement>('[data-card]')) {
    found.cards.set(node, {
      rect: node.getBoundingClientRect(),
      face: node.dataset.card!,
      spot: node.dataset.spot ?? '',
      node,
    })
  }
  for (const node of root.querySelectorAll<HTMLElement>('[data-coins]')) {
    found.coins.set(node.dataset.coins!, { rect: node.getBoundingClientRect(), value: Number(node.dataset.value) })
  }
  for (const node of root.querySelectorAll<HTMLElement>('[data-stack]')) {
    const top = node.querySelector('.card') ?? node // a stack is as large as the card on it
    found.stacks.push({ rect: top.getBoundingClientRect(), count: Number(node.dataset.count), zone: node.dataset.stack! })
  }
  return found
}

/** Move everything from where it was seen to where it is now; what leaves the table goes to a seat or to the discards. */
export function travel(before: Look, root: HTMLElement | null, ms: number, taker?: number): void {
  if (!root || ms <= 0) return
  const now = look(root)
  const gone = [...before.cards.values()].filter((seen) => !now.cards.has(seen.node))
  const fresh: Seen[] = []
  for (const seen of now.cards.values()) {
    const was = before.cards.get(seen.node)
    if (!was) fresh.push(seen)
    else if (was.rect.width && (Math.abs(was.rect.x - seen.rect.x) > 2 || Math.abs(was.rect.y - seen.rect.y) > 2))
      slide(seen.node, was.rect, seen.rect, ms * 0.7)
  }
  let turn = 0
  for (const seen of fresh) {
    const from = source(seen, gone, before, now)
    if (from) slide(seen.node, from, seen.rect, ms, (turn++ % 12) * 28)
    else appear(seen.node, ms)
  }
  discard(gone, now, root, ms, taker)
  chips(before, now, root, ms)
}

/** The likeliest place a card came from: the same face, a back that vanished, or the stack that got smaller. */
function source(seen: Seen, gone: Seen[], before: Look, now: Look): DOMRect | null {
  let at = gone.findIndex((g) => g.face === seen.face && g.face !== '?')
  if (at < 0) at = gone.findIndex((g) => g.face === '?' && seat(g.spot) !== '' && seat(g.spot) === seat(seen.spot))
  if (at < 0 && seen.face !== '?') at = gone.findIndex((g) => g.face === '?')
  if (at < 0 && seen.face === '?') at = gone.findIndex((g) => g.spot.startsWith('hand.')) // a card played face down
  if (at >= 0) return gone.splice(at, 1)[0]!.rect
  const shrunk = before.stacks.find((s) => (now.stacks.find((n) => n.zone === s.zone)?.count ?? 0) < s.count)
  return shrunk?.rect ?? null
}

function seat(spot: string): string {
  return spot.split('.')[1] ?? ''
}

function slide(node: Element, from: DOMRect, to: DOMRect, ms: number, delay = 0): void {
  if (!to.width || !from.width) return
  const x = from.x + from.width / 2 - to.x - to.width / 2
  const y = from.y + from.height / 2 - to.y - to.height / 2
  const scale = from.width / to.width
  node.animate(
    [
      { transform: `translate(${x}px,${y}px) scale(${scale})`, zIndex: 30 },
      { transform: 'none', zIndex: 30 },
    ],
    { duration: ms, delay, easing: EASE, fill: 'backwards' }
  )
}

/** A plate is wide and flat: a card shrinks into the middle of it. */
function square(box: DOMRect): DOMRect {
  return new DOMRect(box.x + box.width / 2 - 14, box.y + box.height / 2 - 20, 28, 40)
}

function appear(node: Element, ms: number): void {
  node.animate(
    [
      { opacity: 0, transform: 'scale(.85)' },
      { opacity: 1, transform: 'none' },
    ],
    { duration: ms * 0.6, easing: EASE }
  )
}

/** Cards that left for a heap: a copy of what was already on the screen goes there and fades. */
function discard(gone: Seen[], now: Look, root: HTMLElement, ms: number, taker?: number): void {
  const plate = taker === undefined ? null : root.querySelector(`[data-seat="${taker}"] .plate`)
  const heap = plate
    ? { rect: square(plate.getBoundingClientRect()) }
    : (now.stacks.find((s) => /discard|heap|stock/.test(s.zone)) ?? now.stacks[0])
  for (const seen of gone.slice(0, 16)) {
    if (!seen.rect.width) continue
    const ghost = seen.node.cloneNode(true) as HTMLElement
    ghost.removeAttribute('data-card')
    ghost.removeAttribute('id')
    ghost.setAttribute('aria-hidden', 'true')
    ghost.inert = true
    const box = root.getBoundingClientRect()
    Object.assign(ghost.style, {
      position: 'absolute',
      margin: '0',
      pointerEvents: 'none',
      zIndex: '25',
      listStyle: 'none',
      left: `${seen.rect.x - box.x}px`,
      top: `${seen.rect.y - box.y}px`,
      width: `${seen.rect.width}px`,
    })
    ghost.style.setProperty('--card', `${seen.rect.width}px`)
    root.append(ghost)
    const x = heap ? heap.rect.x + heap.rect.width / 2 - seen.rect.x - seen.rect.width / 2 : 0
    const y = heap ? heap.rect.y + heap.rect.height / 2 - seen.rect.y - seen.rect.height / 2 : -20
    const away = ghost.animate(
      [
        { transform: 'none', opacity: 1 },
        {
          transform: `translate(${x}px,${y}px) scale(${heap ? heap.rect.width / seen.rect.width : 0.9}) rotate(8deg)`,
          opacity: heap ? 0.7 : 0,
        },
      ],
      { duration: ms, easing: EASE }
    )
    away.onfinish = away.oncancel = () => ghost.remove()
  }
}

/** Whoever has less pays whoever has more: a chip goes from one figure to the other. */
function chips(before: Look, now: Look, root: HTMLElement, ms: number): void {
  const payers: DOMRect[] = []
  const takers: DOMRect[] = []
  for (const [key, is] of now.coins) {
    const was = before.coins.get(key)
    if (!was || was.value === is.value || !is.rect.width) continue
    ;(is.value < was.value ? payers : takers).push(is.rect)
  }
  const box = root.getBoundingClientRect()
  for (const from of payers.slice(0, 8)) {
    for (const to of takers.slice(0, 4)) {
      for (let k = 0; k < 3; k++) {
        const chip = document.createElement('i')
        chip.className = 'flying-chip'
        chip.setAttribute('aria-hidden', 'true')
        Object.assign(chip.style, {
          left: `${from.x + from.width / 2 - box.x}px`,
          top: `${from.y + from.height / 2 - box.y}px`,
        })
        root.append(chip)
        const x = to.x + to.width / 2 - from.x - from.width / 2
        const y = to.y + to.height / 2 - from.y - from.height / 2
        const go = chip.animate(
          [{ transform: 'translate(-50%,-50%)' }, { transform: `translate(calc(-50% + ${x}px),calc(-50% + ${y}px))` }],
          { duration: ms, delay: k * 60, easing: EASE, fill: 'both' }
        )
        go.onfinish = go.oncancel = () => chip.remove()
      }
    }
  }
}
