import type { Socket } from 'node:net'

/**
 * Remembers which key each connection has proven to know last: programs send the same one with every request, and to prove
 * it again costs as much as to read a record. Compared is only with what the same connection has sent, so that a guess
 * learns nothing.
 */
export class ProvenKeys<Row extends object> {
  readonly #last = new WeakMap<Socket, { authorization: string; row: Row }>()

  note(socket: Socket, authorization: string, row: Row): void {
    this.#last.set(socket, { authorization, row })
  }

  /** What was read of the key when it was proven. The caller asks whether that is still true. */
  recall(socket: Socket, authorization: string): Row | undefined {
    const last = this.#last.get(socket)
    return last?.authorization === authorization ? last.row : undefined
  }
}
