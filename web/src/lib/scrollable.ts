// A region that scrolls can be reached by key; one that shows everything is no stop on the way.
export function scrollable(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  sizes.observe(node)
  const inside = new MutationObserver(() => {
    for (const child of node.children) sizes.observe(child)
    look()
  })
  inside.observe(node, { childList: true })
  for (const child of node.children) sizes.observe(child)
  return {
    destroy() {
      sizes.disconnect()
      inside.disconnect()
    },
  }
}
