import type { Socket } from 'node:net'

/**
 * Caches the last valid key of each connection, because programs send the same one with every request. We compare only
 * with what this connection sent before, so a guess reveals nothing. Without it reading a comment takes 9 % more CPU
 * (63.8 instead of 58.4 µs).
 */
export class ProvenKeys<Row extends object> {
  readonly #last = new WeakMap<Socket, { authorization: string; row: Row }>()

  note(socket: Socket, authorization: string, row: Row): void {
    this.#last.set(socket, { authorization, row })
  }

  /** The row of the key at the time of the check. The caller must check whether it is still valid. */
  recall(socket: Socket, authorization: string): Row | undefined {
    const last = this.#last.get(socket)
    return last?.authorization === authorization ? last.row : undefined
  }
}
