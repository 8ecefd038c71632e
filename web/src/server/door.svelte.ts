// The door of the house to the network: its address for other devices, and whether it may be opened from here.
import { api } from './api'
import type { HouseInfo } from './protocol'

export const door = $state({ lan: '', may: false })

export function doorIs(house: HouseInfo): void {
  door.lan = house.lan ?? ''
  door.may = house.door ?? false
}

export async function openDoor(): Promise<void> {
  door.lan = (await api.door()).lan
  door.may = false
}
