// A region that scrolls can be reached by key; one that shows everything is no stop on the way.
export function scrollable(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look) // after the layout, before anybody sees it
  const watch = (): void => {
    // What lies in a box of fixed size may grow out of it while the box stays as it is.
    for (const inside of node.querySelectorAll(':scope > *, :scope > * > *')) sizes.observe(inside)
  }
  const changes = new MutationObserver(watch)
  sizes.observe(node)
  watch()
  changes.observe(node, { childList: true, subtree: true })
  return {
    destroy() {
      sizes.disconnect()
      changes.disconnect()
    },
  }
}
