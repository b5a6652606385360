import type { Agent, AgentReport } from '@aliquot/contract/agents'
import type { Paging } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { AgentRow } from '../../db/schema.ts'
import { agentsTable } from '../../db/tables/people/agents.ts'
import { Forbidden, Unprocessable } from '../../errors.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { type Page, pageOf } from '../../records/page.ts'
import * as repo from './agents.repo.ts'
import { isSilent } from './silence.ts'

/** More than one person has instruments. */
const MOST_AGENTS = 200

/**
 * Keeps the report of an agent. Only the first one is an event: an agent reports every minute, and nothing of the
 * notebook depends on it.
 */
export async function keepReport(ctx: Context, actor: Actor, report: AgentReport): Promise<void> {
  const { userid, team } = actor
  const { name } = report
  const [known] = await repo.findByName(ctx.db.read, { userid, team, name })
  if (known) {
    await ctx.db.write((db) => repo.update(db, { id: known.id, ...reportOf(actor, report, ctx.now()) }))
    for (const onlooker of await repo.listOnlookers(ctx.db.read, { userid, team })) {
      ctx.signals.tell(onlooker.userid, 'agents')
    }
    return
  }
  await change(ctx, actor, async (work) => {
    const [other] = await repo.findByName(work.db, { userid, team, name })
    if (other) return
    const [counted] = await repo.count(work.db, { userid })
    if ((counted?.total ?? 0) >= MOST_AGENTS) throw new Unprocessable('agent.too_many', { most: MOST_AGENTS })
    const [row] = await repo.insert(work.db, { userid, team, name, ...reportOf(actor, report, work.at) })
    if (row) await recordAgent(work, row, 'created')
  })
}

function reportOf(actor: Actor, report: AgentReport, at: string): repo.Report {
  const { host, version, interval, waiting, errors, last_error = '', has_ended = false } = report
  const apikey = actor.session ? null : Number(actor.via.split(':')[1])
  return {
    ...{ host, version, apikey, interval_seconds: interval, waiting, errors, last_error },
    last_seen_at: at,
    has_ended: has_ended ? 1 : 0,
  }
}

async function recordAgent(work: Change, row: AgentRow, verb: 'created' | 'deleted'): Promise<void> {
  const side = verb === 'created' ? 'after' : 'before'
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'agent',
    subjectId: row.id,
    verb,
    changes: { name: { [side]: row.name }, userid: { [side]: row.userid }, team: { [side]: row.team } },
    seal: verb === 'created' ? sealOf(agentsTable, row) : null,
  })
  await tellOnlookers(work, row)
}

/** Their open lists are read again. */
export async function tellOnlookers(work: Change, agent: { userid: number; team: number }): Promise<void> {
  const { userid, team } = agent
  for (const onlooker of await repo.listOnlookers(work.db, { userid, team })) work.tell(onlooker.userid, 'agents')
}

/** One's own agents; for admins those of the team, for sysadmins all. */
export async function listAgents(ctx: Context, actor: Actor, paging: Paging): Promise<Page<Agent>> {
  const { userid, team, isAdmin, isSysadmin } = actor
  const rows = await repo.list(ctx.db.read, { userid, team: isAdmin ? team : 0, isAll: isSysadmin })
  return pageOf(
    rows.map((row) => toRecord(ctx, row)),
    paging,
  )
}

/** Deleting a missing one is a no-op. */
export function removeAgent(ctx: Context, actor: Actor, id: number): Promise<void> {
  return change(ctx, actor, async (work) => {
    const [row] = await repo.find(work.db, { id })
    if (!row) return
    const isAllowed = row.userid === actor.userid || actor.isSysadmin || isAdminOf(actor, row)
    if (!isAllowed) throw new Forbidden('agent.of_other')
    await repo.remove(work.db, { id })
    await recordAgent(work, row, 'deleted')
  })
}

function toRecord(ctx: Context, row: repo.ListedAgent): Agent {
  const { TIMEZONE } = ctx.config
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    version: row.version,
    userid: row.userid,
    fullname: `${row.firstname} ${row.lastname}`,
    team: row.team,
    team_name: row.team_name,
    apikey: row.apikey,
    interval: row.interval_seconds,
    waiting: row.waiting,
    errors: row.errors,
    last_error: row.last_error,
    created_at: wireTime(row.created_at, TIMEZONE),
    last_seen_at: wireTime(row.last_seen_at, TIMEZONE),
    is_silent: isSilent(row, ctx.now()),
    has_ended: row.has_ended === 1,
  }
}
