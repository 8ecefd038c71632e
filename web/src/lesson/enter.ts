// The entry point of the lessons, which are fetched with the first lesson.
import { mount, unmount } from 'svelte'
import Lessons from './Lessons.svelte'

export function open(target: HTMLElement): () => void {
  const shown = mount(Lessons, { target })
  return () => void unmount(shown)
}
