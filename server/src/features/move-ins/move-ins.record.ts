import type { ListedMoveIn, MoveIn, MoveInState } from '@aliquot/contract/move-ins'
import type { Context } from '../../context.ts'
import type { MoveSourceRow } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import { fateOf } from '../../lib/process-name.ts'
import type { MoveInReport } from '../move-in/move-in.service.ts'
import * as repo from './move-ins.repo.ts'

/** A run of another machine that was not heard of for so long has ended. */
const GONE_MS = 60_000

/** A run of the command line has no state, but a process while it is at work, and a report when it is done. */
export function stateOf(ctx: Context, row: MoveSourceRow): MoveInState {
  if (isAtWork(ctx, row)) return 'running'
  if (row.state === 'running') return 'interrupted'
  if (row.state === 'new') return row.report === null ? 'interrupted' : 'done'
  return row.state as MoveInState
}

function isAtWork(ctx: Context, { id, state, process, modified_at }: MoveSourceRow): boolean {
  if (state === 'running' && ctx.moveIns.going.has(id)) return true
  const isRecent = Date.parse(ctx.now()) - Date.parse(modified_at) < GONE_MS
  // One that is about to start has told no process yet.
  if (process === null) return false
  const fate = fateOf(process)
  return fate === 'running' || (fate === 'unknown' && isRecent)
}

export function toFacts(ctx: Context, row: repo.NamedMoveIn): ListedMoveIn {
  const { TIMEZONE } = ctx.config
  const state = stateOf(ctx, row)
  const { phase, done, total } = ctx.moveIns.going.get(row.id)?.progress ?? row
  // Only whoever started it on the command line can stop that.
  const whileRunning = row.state === 'running' ? (['stop'] as const) : []
  return {
    ...{ id: row.id, from: row.address, userid: row.userid, fullname: `${row.firstname} ${row.lastname}` },
    ...{ state, dry_run: row.is_dry === 1, phase: phase ?? '', done, total },
    needs_keys: !ctx.moveIns.keys.has(row.id),
    actions: state === 'running' ? [...whileRunning] : ['start'],
    error: row.error === null ? null : JSON.parse(row.error),
    created_at: wireTime(row.created_at, TIMEZONE),
    modified_at: wireTime(row.modified_at, TIMEZONE),
  }
}

export async function toMoveIn(ctx: Context, row: repo.NamedMoveIn): Promise<MoveIn> {
  return { ...toFacts(ctx, row), report: row.report === null ? null : await toReport(ctx, JSON.parse(row.report)) }
}

async function toReport(ctx: Context, report: MoveInReport): Promise<MoveIn['report']> {
  const here = report.people.flatMap((person) => person.here ?? [])
  const accounts = await repo.listNames(ctx.db.read, { ids: JSON.stringify(here) })
  const names = new Map(accounts.map(({ userid, firstname, lastname }) => [userid, `${firstname} ${lastname}`]))
  return {
    ...report,
    keys: report.keys.map(({ isSysadmin, ...key }) => ({ ...key, is_sysadmin: isSysadmin })),
    people: report.people.map((person) => ({ ...person, fullname: names.get(person.here ?? 0) ?? null })),
  }
}
