// The way in from the first page: everything of a tournament is fetched when somebody comes here, and not before.
import { mount, unmount } from 'svelte'
import Tournaments from './Tournaments.svelte'

export function open(target: HTMLElement): () => void {
  const shown = mount(Tournaments, { target })
  return () => void unmount(shown)
}
