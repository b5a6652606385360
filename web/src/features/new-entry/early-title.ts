import { type Caught, catchEarlyKeys, type EarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'

let caught: Caught | undefined

/** Whoever begins to type as soon as they asked for a new entry means its title. */
export function catchEarlyTitle(): void {
  caught = catchEarlyKeys()
}

/** What the new entry is called by now, and what came after that. */
export function takeEarlyTitle(): EarlyKeys | undefined {
  const keys = caught && takeEarlyKeys(caught)
  caught = undefined
  return keys
}
