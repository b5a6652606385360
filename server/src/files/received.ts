/** Content that has arrived completely and has no row yet. It is durable once the store has it. */
export interface Received {
  /** Where it is, or where it will be written on its way into the store. */
  path: string
  /** The content itself if it is small: then it has not been written yet. */
  held: Buffer | undefined
  hash: string
  size: number
  head: Buffer
}
