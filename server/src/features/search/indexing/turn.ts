import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { PROCESS_NAME } from '../../../lib/process-name.ts'
import * as repo from './pending.repo.ts'

const LEASE_MS = 20_000

/** The right to fill the indexes, which one server has at a time. It is lost 20 seconds after a server was killed. */
export class Turn {
  readonly #ctx: Pick<Context, 'db' | 'now'>
  readonly #holder = `${PROCESS_NAME}-${randomUUID()}`
  #heldUntil = 0

  constructor(ctx: Pick<Context, 'db' | 'now'>) {
    this.#ctx = ctx
  }

  /** Takes it, or keeps it. False if another server has it. */
  async take(): Promise<boolean> {
    if (performance.now() < this.#heldUntil - LEASE_MS / 2) return true
    const at = this.#ctx.now()
    const until = new Date(Date.parse(at) + LEASE_MS).toISOString()
    const taken = await this.#ctx.db.write((db) => repo.takeTurn(db, { holder: this.#holder, at, until }))
    this.#heldUntil = taken.length > 0 ? performance.now() + LEASE_MS : 0
    return taken.length > 0
  }

  async end(): Promise<void> {
    if (this.#heldUntil === 0) return
    this.#heldUntil = 0
    await this.#ctx.db.write((db) => repo.endTurn(db, { holder: this.#holder })).catch(() => {})
  }
}
