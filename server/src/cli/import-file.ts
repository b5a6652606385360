import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@aliquot/contract/imports'
import { actingNow } from '../access/acting.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { CommandProblem } from '../errors.ts'
import { IMPORT_JOB } from '../features/imports/imports.job.ts'
import { offerFile } from '../features/imports/imports.receive.ts'
import { actOnImport, readImport } from '../features/imports/imports.service.ts'
import { JOB_KINDS } from '../job-kinds.ts'
import { startJobs } from '../jobs/runner.ts'
import { requireMember, requireUser } from './people.repo.ts'
import type { Progress } from './progress.ts'

interface Wanted {
  file: string
  owner: string
  team: number | undefined
  isPreview: boolean
  /** Parts of the form of an import. */
  fields: Record<string, string>
}

/** Imports a file, here or in the service, whichever comes to it first. */
export async function bringIn(ctx: Context, wanted: Wanted, progress: Progress): Promise<Import> {
  const { file, fields, isPreview } = wanted
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CommandProblem(`there is no file ${file}`)
  const actor = await requireImporter(ctx, wanted)
  const offered = { name: basename(file), content: createReadStream(file) }
  const { id } = await offerFile(ctx, actor, offered, { ...fields, ...(isPreview && { preview: '1' }) })
  const jobs = startJobs(ctx, JOB_KINDS, [IMPORT_JOB])
  try {
    const done = await untilDone(ctx, actor, id, progress)
    // Its file is here anyway.
    return isPreview && done.state === 'previewed'
      ? { ...(await stopped(ctx, actor, id)), preview: done.preview }
      : done
  } finally {
    await jobs.stop()
  }
}

async function requireImporter(ctx: Context, { owner, team }: Wanted): Promise<Actor> {
  const { userid } = await requireUser(ctx.db.read, owner)
  const into = team ?? (await onlyTeam(ctx, owner, userid))
  await requireMember(ctx.db.read, owner, into)
  const person = await actingNow(ctx, { userid, team: into })
  if (!person) throw new CommandProblem(`${owner} may not sign in`)
  return { ...person, canWrite: true, via: 'cli', address: '' }
}

async function onlyTeam({ db }: Context, owner: string, userid: number): Promise<number> {
  const teams = await db.read
    .selectFrom('memberships')
    .select('team')
    .where('userid', '=', userid)
    .where('is_archived', '=', 0)
    .orderBy('team')
    .execute()
  const [first, second] = teams
  if (!first) throw new CommandProblem(`${owner} is in no team`)
  if (second) throw new CommandProblem(`${owner} is in several teams: name one with --team`)
  return first.team
}

const LOOK_EVERY_MS = 200

async function untilDone(ctx: Context, actor: Actor, id: number, progress: Progress): Promise<Import> {
  for (;;) {
    const now = await readImport(ctx, actor, id)
    if (now.state !== 'waiting' && now.state !== 'running') return now
    if (now.total === null) progress.count(now.done)
    else progress.show(now.done, now.total)
    await sleep(LOOK_EVERY_MS)
  }
}

async function stopped(ctx: Context, actor: Actor, id: number): Promise<Import> {
  return actOnImport(ctx, actor, id, { action: 'stop' })
}

const MOST_SHOWN = 20

export function resultLines({ id, state, error, made, skipped, refused, warnings, warnings_total }: Import): string[] {
  const shown = warnings.slice(0, MOST_SHOWN)
  return [
    `import ${id} is ${state}: ${made} made, ${skipped} here already, ${refused} refused, ${warnings_total} warnings`,
    ...(error ? [error.message] : []),
    ...shown.map(({ title, message, about }) => `${title}: ${message}${about && ` (${about})`}`),
    ...(warnings_total > shown.length ? [`and ${warnings_total - shown.length} more warnings`] : []),
  ]
}

export function previewLines({ preview, error }: Import): string[] {
  if (!preview) return [error?.message ?? 'nothing is known of it']
  const { entries, types, files, comments, people, new_categories, new_status, new_tags_total, duplicates_total } =
    preview
  return [
    `${entries} entries, ${files} files, ${comments} comments; nothing was made`,
    ...Object.entries(types).flatMap(([type, count]) => (count > 0 ? [`${type}: ${count}`] : [])),
    `here already: ${duplicates_total}`,
    `new categories: ${new_categories.join(', ') || 'none'}; new status: ${new_status.join(', ') || 'none'}; new tags: ${new_tags_total}`,
    ...people.map(
      ({ name, fullname, entries: wrote }) =>
        `${name}: ${wrote} entries, ${fullname ? `become those of ${fullname}` : 'kept as a name'}`,
    ),
    ...preview.notes.map(({ message, count, examples }) => `${count} × ${message} (${examples.join(', ')})`),
  ]
}
