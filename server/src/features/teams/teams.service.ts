import type { ListedTeam, ReadTeam, Team } from '@aliquot/contract/teams'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { TeamRow } from '../../db/schema.ts'
import { teamsTable } from '../../db/tables/people/teams.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { isStorableText } from '../../lib/text.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'
import { insertLabels } from '../labels/labels.service.ts'
import { limitOfTeam } from '../uploads/uploads.limits.ts'
import { bytesOfTeam, bytesOfTeams } from '../uploads/uploads.lookup.ts'
import { managesTeam, requireTeam } from './teams.access.ts'
import * as repo from './teams.repo.ts'

const FIRST_STATUS = [
  { title: 'Running', color: '29aeb9' },
  { title: 'Success', color: '54aa08' },
  { title: 'Need to be redone', color: 'c0c0c0' },
  { title: 'Fail', color: 'c24f3d' },
]

export async function createTeam(ctx: Context, author: Author, input: { name: string }): Promise<{ id: number }> {
  const name = requireTeamName('name', input.name)
  return change(ctx, author, (work) => addTeam(work, name))
}

export function requireMayCreateTeam(actor: Actor): void {
  if (!actor.isSysadmin) throw new Forbidden('team.may_not_create')
}

/** Creates a team with its first status labels. */
export async function addTeam(
  work: Change,
  name: string,
  { status = FIRST_STATUS }: { status?: readonly { title: string; color: string }[] } = {},
): Promise<{ id: number }> {
  const team = await repo.insert(work.db, { name, created_at: work.at })
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'team',
    subjectId: team.id,
    verb: 'created',
    changes: { name: { after: name } },
    seal: sealOf(teamsTable, team),
  })
  const kind = LABEL_KIND.experimentsStatus
  if (status.length === 0) return { id: team.id }
  await insertLabels(
    work,
    status.map((label, index) => ({ ...label, kind, team: team.id, ordering: index + 1 })),
  )
  return { id: team.id }
}

/** Part of a change. */
export async function renameTeam(work: Change, team: TeamRow, to: string): Promise<void> {
  await changeTeam(work, team, { name: requireTeamName('team_name', to) })
}

/** Part of a change that has locked the team. A change without a difference is not an event. */
export async function changeTeam(work: Change, before: TeamRow, columns: Partial<TeamRow>): Promise<TeamRow> {
  const names = Object.keys(columns) as (keyof TeamRow)[]
  const changes = rowChanges<TeamRow>(before, columns, names)
  if (Object.keys(changes).length === 0) return before
  const after = await repo.update(work.db, before, columns)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'team',
    subjectId: before.id,
    verb: 'updated',
    changes,
    seal: sealOf(teamsTable, after),
  })
  return after
}

/** Sysadmins see all of every team, others only the names of visible teams. */
export async function listTeams(ctx: Context, actor: Actor): Promise<ListedTeam[]> {
  if (!actor.isSysadmin) return repo.listVisible(ctx.db.read)
  const [rows, bytes] = await Promise.all([repo.list(ctx.db.read), bytesOfTeams(ctx.db.read)])
  return rows.map((row) => ({
    ...toTeam(ctx.config, row),
    files_bytes: bytes.get(row.id) ?? 0,
    files_limit: limitOfTeam(ctx.config, row.files_quota),
  }))
}

/** The record with the version for its ETag. */
export interface SeenTeam {
  team: ReadTeam
  version: number
}

export async function readTeam(ctx: Context, actor: Actor, id: number): Promise<SeenTeam> {
  return toSeen(ctx, actor, await requireTeam(ctx.db.read, actor, id))
}

/** People who manage a team also see the size of its files. */
export async function toSeen(ctx: Context, actor: Actor, row: TeamRow): Promise<SeenTeam> {
  const team = toTeam(ctx.config, row)
  if (!managesTeam(actor, row.id)) return { team, version: row.version }
  const [total] = await bytesOfTeam(ctx.db.read, { team: row.id })
  const files_limit = limitOfTeam(ctx.config, row.files_quota)
  return { team: { ...team, files_bytes: total?.bytes ?? 0, files_limit }, version: row.version }
}

export function toTeam(config: Pick<Config, 'TIMEZONE'>, { version: _, state: __, ...row }: TeamRow): Team {
  return { ...row, created_at: wireTime(row.created_at, config.TIMEZONE) } as Team
}

const MOST_NAME_CHARACTERS = 255

export function requireTeamName(field: string, text: string): string {
  const name = text.trim()
  if (name === '') throw new InvalidInput('field.empty', { field })
  if (name.length > MOST_NAME_CHARACTERS) {
    throw new InvalidInput('field.too_long', { field, most: MOST_NAME_CHARACTERS })
  }
  if (!isStorableText(name)) throw new InvalidInput('field.unstorable', { field })
  return name
}
