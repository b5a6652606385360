import type { TeamAttributes, TeamPatch } from '@aliquot/contract/teams'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { TeamRow } from '../../db/schema.ts'
import { teamsTable } from '../../db/tables/people/teams.ts'
import { Forbidden, InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { cleanHtml } from '../../lib/html.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { mailTeamWelcome } from '../notifications/notify.ts'
import { sweepNow } from '../sweeps/sweeps.ts'
import { dropGroups } from '../teamgroups/teamgroups.change.ts'
import { requireManagedTeam } from './teams.access.ts'
import * as repo from './teams.repo.ts'
import { changeTeam, requireTeamName, type SeenTeam, toSeen, toTeam } from './teams.service.ts'

export async function patchTeam(
  ctx: Context,
  actor: Actor,
  id: number,
  patch: TeamPatch,
  ifMatch: IfMatch,
): Promise<SeenTeam> {
  await requireManagedTeam(ctx.db.read, actor, id)
  if (patch.action === 'sendonboardingemails') {
    return toSeen(ctx, actor, await sendWelcome(ctx, actor, id, patch.userids))
  }
  const { action: _, ...attributes } = patch
  if (attributes.files_quota !== undefined && !actor.isSysadmin) {
    throw new Forbidden('team.quota_by_sysadmin', { field: 'files_quota' })
  }
  return toSeen(ctx, actor, await setTeam(ctx, actor, id, attributes, ifMatch))
}

/** Sends the welcome of the team again, or to those who joined before there was one. */
function sendWelcome(ctx: Context, author: Author, id: number, userids: readonly number[]): Promise<TeamRow> {
  return change(ctx, author, async (work) => {
    const team = await holdTeam(ctx, work, id, undefined)
    if (!team.onboarding_email_body) throw new Unprocessable('team.no_welcome')
    const members = await repo.listActiveAmong(work.db, { team: id, userids: JSON.stringify(userids) })
    const isSent = await mailTeamWelcome(work, { id, people: members.map(({ userid }) => userid) })
    if (!isSent) throw new Unprocessable('team.no_mail')
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'mail',
      subjectId: author.userid ?? 0,
      verb: 'created',
      changes: { target: { after: `welcome of team ${id}` }, recipients: { after: members.length } },
      seal: null,
    })
    return team
  })
}

/** Changes a team. The caller has checked the right to do so; the command line always may. */
export function setTeam(
  ctx: Context,
  author: Author,
  id: number,
  attributes: TeamAttributes,
  ifMatch?: IfMatch,
): Promise<TeamRow> {
  const columns = readAttributes(attributes)
  return change(ctx, author, async (work) => {
    const team = await holdTeam(ctx, work, id, ifMatch)
    return changeTeam(work, team, columns)
  })
}

export async function deleteTeam(ctx: Context, actor: Actor, id: number, ifMatch: IfMatch): Promise<void> {
  await requireManagedTeam(ctx.db.read, actor, id)
  await dropTeam(ctx, actor, id, ifMatch)
}

const DELETED = 3

/**
 * Deletes an empty team. Its row stays, because deleted entries still belong to it, but is hidden. Its groups are
 * deleted, which may contain people of other teams.
 */
export async function dropTeam(ctx: Context, author: Author, id: number, ifMatch?: IfMatch): Promise<void> {
  const sweeps = await change(ctx, author, async (work) => {
    const team = await holdTeam(ctx, work, id, ifMatch)
    const occupant = await repo.findOccupant(work.db, id)
    if (occupant === 'member') throw new InvalidInput('team.has_members')
    if (occupant === 'entry') throw new InvalidInput('team.has_entries')
    const begun = await dropGroups(work, author, id)
    const after = await repo.update(work.db, team, { state: DELETED })
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'team',
      subjectId: id,
      verb: 'deleted',
      changes: { name: { before: team.name }, state: { before: team.state, after: DELETED } },
      seal: sealOf(teamsTable, after),
    })
    return begun
  })
  for (const sweep of sweeps) await sweepNow(ctx, sweep)
}

async function holdTeam(ctx: Context, work: Change, id: number, ifMatch: IfMatch): Promise<TeamRow> {
  const team = await repo.hold(work.db, id)
  if (!team) throw new NotFound('team.not_found')
  await requireMatch(ifMatch, team.version, async () => toTeam(ctx.config, team))
  return team
}

/** Texts that are shown as HTML. */
const SHOWN = ['announcement', 'newcomer_banner', 'onboarding_email_subject', 'onboarding_email_body'] as const

function readAttributes(attributes: TeamAttributes): Partial<TeamRow> {
  const columns: Partial<TeamRow> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) Object.assign(columns, { [name]: value })
  }
  if (attributes.name !== undefined) columns.name = requireTeamName('name', attributes.name)
  for (const name of SHOWN) {
    const text = attributes[name]
    if (text !== undefined) columns[name] = cleanHtml(text ?? '').trim() || null
  }
  return columns
}
