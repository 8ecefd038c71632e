// A region that scrolls can be reached by key; one that shows everything is no stop on the way.
export function scrollable(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look) // a window that changes, letters that arrive
  const changes = new MutationObserver(look) // at once, so that every region that scrolls can be focused
  sizes.observe(node)
  // A neighbour that grows leaves it less room, so the neighbours are watched too.
  changes.observe(node.parentElement ?? node, { childList: true, subtree: true, characterData: true })
  look()
  return {
    destroy() {
      sizes.disconnect()
      changes.disconnect()
    },
  }
}
