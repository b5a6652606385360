/** Its process is of no further use, and is to be replaced before the next task. */
export class Spent extends Error {}

/**
 * A trap in WebAssembly leaves its memory as it was in the middle of the work: whatever was borrowed is never given back,
 * so each later task would fail too.
 */
export function isSpentBy(error: unknown): boolean {
  return error instanceof Spent || (error instanceof Error && error.name === 'RuntimeError')
}
