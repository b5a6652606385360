import type { ListedTeam, Team } from '@aliquot/contract/teams'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { TeamRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, NotFound } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealLabel, sealTeam } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import { isStorableText } from '../../lib/text.ts'
import * as repo from './teams.repo.ts'

/** Numbers of the label kinds: categories and status, of experiments and of resources. */
export const LABEL_KIND = {
  experimentsCategory: 1,
  experimentsStatus: 2,
  resourcesCategory: 3,
  itemsStatus: 4,
} as const

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
  if (!actor.isSysadmin) throw new Forbidden('Only sysadmins make teams')
}

/** A team with the status that every new team starts with. */
export async function addTeam(work: Change, name: string): Promise<{ id: number }> {
  const team = await repo.insert(work.db, { name, created_at: work.at })
  const status = FIRST_STATUS.map((label, index) => ({
    ...label,
    kind: LABEL_KIND.experimentsStatus,
    ordering: index + 1,
  }))
  const labels = await repo.insertLabels(
    work.db,
    status.map((label) => ({ ...label, team: team.id })),
  )
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'team',
    subjectId: team.id,
    verb: 'created',
    changes: { name: { after: name } },
    seal: sealTeam(team),
  })
  for (const label of labels) {
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'label',
      subjectId: label.id,
      verb: 'created',
      changes: { title: { after: label.title }, team: { after: team.id } },
      seal: sealLabel(label),
    })
  }
  return { id: team.id }
}

/** Part of a change. */
export async function renameTeam(work: Change, team: TeamRow, to: string): Promise<void> {
  const name = requireTeamName('team_name', to)
  if (name === team.name) return
  const renamed = await repo.rename(work.db, team, name)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'team',
    subjectId: team.id,
    verb: 'updated',
    changes: { name: { before: team.name, after: name } },
    seal: sealTeam(renamed),
  })
}

/** Sysadmins see all of every team, everybody else the names of the visible ones. */
export async function listTeams(ctx: Context, actor: Actor): Promise<ListedTeam[]> {
  if (!actor.isSysadmin) return repo.listVisible(ctx.db.read)
  return (await repo.list(ctx.db.read)).map((row) => toTeam(ctx.config, row))
}

/** The record, and the version that its ETag is made of. */
export async function readTeam(ctx: Context, actor: Actor, id: number): Promise<{ team: Team; version: number }> {
  const row = await repo.find(ctx.db.read, id)
  if (!row) throw new NotFound('No team with this id')
  if (!actor.isSysadmin && !actor.teams.includes(id)) throw new Forbidden('You are not an active member of this team')
  return { team: toTeam(ctx.config, row), version: row.version }
}

function toTeam(config: Pick<Config, 'TIMEZONE'>, { version: _, ...row }: TeamRow): Team {
  return { ...row, created_at: wireTime(row.created_at, config.TIMEZONE) } as Team
}

const MOST_NAME_CHARACTERS = 255

function requireTeamName(field: string, text: string): string {
  const name = text.trim()
  if (name === '') throw new InvalidInput(`${field}: must not be empty`)
  if (name.length > MOST_NAME_CHARACTERS) {
    throw new InvalidInput(`${field}: must have at most ${MOST_NAME_CHARACTERS} characters`)
  }
  if (!isStorableText(name)) throw new InvalidInput(`${field}: must not contain NUL or broken characters`)
  return name
}
