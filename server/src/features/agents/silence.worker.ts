import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { AgentRow } from '../../db/schema.ts'
import { SYSTEM } from '../../journal/record.ts'
import { notifyOfSilentAgent } from '../notifications/notify.ts'
import * as repo from './agents.repo.ts'
import { tellOnlookers } from './agents.service.ts'
import { GRACE_SECONDS, silentFrom } from './silence.ts'

const LOOK_EVERY_MS = 60_000
/** More wait for the next look. */
const MOST_AT_ONCE = 500

/** Tells people of agents that fell silent, until stopped. Of several processes one tells of each. */
export function startSilenceWatch(ctx: Context): { stop(): Promise<void> } {
  const startedAt = ctx.now()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => tellOfSilent(ctx, startedAt))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'agents: could not look for silent ones'))
  }, LOOK_EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Tells once of each silence. An agent could not report while the service was down, so its time counts from the start
 * of this process at the earliest.
 */
export async function tellOfSilent(ctx: Context, startedAt: string): Promise<void> {
  const now = ctx.now()
  const before = new Date(Date.parse(now) - GRACE_SECONDS * 1000).toISOString()
  for (const agent of await repo.listQuiet(ctx.db.read, { before, most: MOST_AT_ONCE })) {
    const heardUntil = agent.last_seen_at > startedAt ? agent.last_seen_at : startedAt
    if (silentFrom({ ...agent, last_seen_at: heardUntil }) <= now) await tellOf(ctx, agent)
  }
}

function tellOf(ctx: Context, { id, userid, team, name, host, last_seen_at }: AgentRow): Promise<void> {
  return change(ctx, SYSTEM, async (work) => {
    const told = await repo.setTold(work.db, { id, last_seen_at, at: work.at })
    if (told.length === 0) return
    await notifyOfSilentAgent(work, { userid, team, agent: id, name, host, last_seen_at })
    await tellOnlookers(work, { userid, team })
  })
}
