import { type Caught, catchEarlyKeys, type EarlyKeys, takeEarlyKeys } from '../../ui/keys/early-keys.ts'

let caught: Caught | undefined

/** Keys typed right after asking for a new entry are its title. */
export function catchEarlyTitle(): void {
  caught = catchEarlyKeys()
}

/** The title typed so far, and what came after it. */
export function takeEarlyTitle(): EarlyKeys | undefined {
  const keys = caught && takeEarlyKeys(caught)
  caught = undefined
  return keys
}
