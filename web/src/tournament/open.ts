// The entry point of the tournament part, which is fetched on the first visit to a tournament.
import { mount, unmount } from 'svelte'
import Tournaments from './Tournaments.svelte'

export function open(target: HTMLElement): () => void {
  const shown = mount(Tournaments, { target })
  return () => void unmount(shown)
}
