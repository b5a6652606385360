import { findingInEnglish } from '@aliquot/contract/health-words'
import type { Context } from '../context.ts'
import { PROCESS_NAME } from '../lib/process-name.ts'
import { identify, nameStore } from './identity.ts'
import { GONE_MS, lookAround } from './neighbours.ts'
import * as repo from './servers.repo.ts'

const EVERY_MS = 60_000

/** Announces this server to others on the same database, and warns about differences. */
export function startPresence(ctx: Context): { stop(): Promise<void> } {
  let warned = ''
  const show = async () => {
    await nameStore(ctx.config)
    await showPresence(ctx)
    const { problems } = await lookAround(ctx.db.read, ctx.config, ctx.now())
    const text = problems.map(findingInEnglish).join('; ')
    if (text !== '' && text !== warned) ctx.log.warn(`several servers: ${text}`)
    warned = text
  }
  const attempt = () =>
    show().catch((error: unknown) => ctx.log.warn({ err: error }, 'several servers: this one could not show itself'))
  let running = attempt()
  const timer = setInterval(() => {
    running = attempt()
  }, EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await ctx.db.write((db) => repo.remove(db, PROCESS_NAME)).catch(() => {})
    },
  }
}

/** Writes the row of this server. It is a normal change: if it fails, others do too. */
export async function showPresence(ctx: Context): Promise<void> {
  const now = ctx.now()
  const own = await identify(ctx.config, now)
  await ctx.db.write(async (db) => {
    await repo.save(db, own)
    await repo.removeOlder(db, new Date(Date.parse(now) - 10 * GONE_MS).toISOString())
  })
}
