// A region that scrolls can be reached by key; one that shows everything is no stop on the way.
export function scrollable(node: HTMLElement): { destroy: () => void } {
  let frame = 0
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const soon = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look) // once a frame, when the layout is known anyway
  }
  const sizes = new ResizeObserver(soon)
  const inside = new MutationObserver(() => {
    for (const child of node.children) sizes.observe(child)
    soon()
  })
  sizes.observe(node)
  inside.observe(node, { childList: true, subtree: true })
  look()
  return {
    destroy() {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      inside.disconnect()
    },
  }
}
