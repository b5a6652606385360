/** Time and timers, of the page or of a test. */
export interface Clock {
  now(): number
  after(milliseconds: number, run: () => void): () => void
}
