import { vi } from 'vitest'

interface Patience {
  timeout?: number
  interval?: number
}

/** Repeats until it does not throw. A slow machine is common: Vitest's own second is too short for what goes over a socket. */
export function eventually<T>(work: () => T | Promise<T>, patience: Patience = {}): Promise<T> {
  return vi.waitFor(work, { timeout: 60_000, ...patience })
}
