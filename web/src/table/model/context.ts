// The table a component belongs to: set by the page of a table and by a lesson, read by everything on it.
import { createContext } from 'svelte'
import type { TableState } from './table.svelte'

const [get, set] = createContext<() => TableState>()

/** The table around this component. Call it while the component is made. */
export const tableHere = (): TableState => get()()

export const setTable = set
