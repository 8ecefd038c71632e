// The way in from the first page: a lesson is fetched when somebody wants one, and not before.
import { mount, unmount } from 'svelte'
import Lessons from './Lessons.svelte'

export function open(target: HTMLElement): () => void {
  const shown = mount(Lessons, { target })
  return () => void unmount(shown)
}
