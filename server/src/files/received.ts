/** A content that has come in: whole, and nowhere referred to yet. It is durable once the store has it. */
export interface Received {
  /** Where it is, or is to be written on its way into the store. */
  path: string
  /** The content itself, where it is small: it has not been written anywhere. */
  held: Buffer | undefined
  hash: string
  size: number
  /** Its first bytes. */
  head: Buffer
}
