import { EntityType } from '@aliquot/contract/common'
import { ImportForm } from '@aliquot/contract/imports'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { ImportRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, Refusal, Unprocessable } from '../../errors.ts'
import { forget, receive } from '../../files/incoming.ts'
import type { Received } from '../../files/received.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import type { Form, FormParts } from '../../http/requests/form.ts'
import { enqueue } from '../../jobs/jobs.repo.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { requireKnownCreator } from '../entries/entries.creator.ts'
import { requireLabels } from '../entries/entries.labels.ts'
import { kindOf } from '../entries/entries.types.ts'
import { requireRoom, watchSize } from '../uploads/uploads.limits.ts'
import { keepArchive, removeArchive } from './imports.archives.ts'
import { requireOwner } from './imports.importer.ts'
import { IMPORT_JOB } from './imports.job.ts'
import { recordImport } from './imports.journal.ts'
import type { ImportOptions } from './imports.options.ts'
import * as repo from './imports.repo.ts'
import { requireEnding } from './imports.sources.ts'
import { isTable, readTableChoices, requireTableTemplate } from './sheets/choices.ts'

/** How long the file of an import waits for somebody to go on. */
export const KEPT_MS = 24 * 3_600_000
/** Files that one person may leave here. */
const MOST_KEPT = 20

export interface ReceivedImport {
  row: ImportRow
  /** It is that of an earlier request with the same Idempotency-Key. */
  isRepeated: boolean
}

/** Receives a file to be imported, in the background or while the request waits. */
export async function receiveImport(
  ctx: Context,
  actor: Actor,
  form: Form | undefined,
  { isNow }: { isNow: boolean },
): Promise<ReceivedImport> {
  if (!form) throw new InvalidInput('field.missing', { field: 'file' })
  // Before the first byte is read, so that nobody fills our disk with what they may not import.
  await requireImporter(ctx, actor)
  await requireRoom(ctx, actor.team, form.length ?? 0)
  const parts = await form
    .read(
      async ({ name, content }) => {
        requireEnding(name)
        return receive(ctx.files, content, { onBytes: watchSize(ctx), ownsChunks: true })
      },
      ({ path }) => forget(ctx.files, path),
    )
    .catch((error: unknown) => {
      throw fileTrouble(error)
    })
  const offer = await readOffer(ctx, actor, parts, isNow)
  const once = form.once(JSON.stringify([offer.file.hash, offer.form]))
  return keepOffer(ctx, once ? { ...actor, once } : actor, offer, isNow)
}

/** The same with a file of this machine, for an operator: imported in the background. */
export async function offerFile(
  ctx: Context,
  actor: Actor,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
  fields: Record<string, string>,
): Promise<ImportRow> {
  await requireImporter(ctx, actor)
  requireEnding(name)
  const received = await receive(ctx.files, content).catch((error: unknown) => {
    throw fileTrouble(error)
  })
  const offer = await readOffer(ctx, actor, { fields, file: { ...received, name } }, false)
  return (await keepOffer(ctx, actor, offer, false)).row
}

async function keepOffer(ctx: Context, actor: Actor, offer: Offer, isNow: boolean): Promise<ReceivedImport> {
  const { file, form } = offer
  const format = requireEnding(form.file.name)
  const archive = await keepArchive(ctx, file, format)
  try {
    const row = await begin(ctx, actor, { ...offer, format, archive, isNow })
    const isRepeated = row.archive !== archive
    if (isRepeated) await removeArchive(ctx, archive)
    return { row, isRepeated }
  } catch (error) {
    await removeArchive(ctx, archive)
    throw error
  }
}

async function requireImporter(ctx: Context, actor: Actor): Promise<void> {
  const isRefused = async (type: EntityType) => {
    try {
      await requireKnownCreator(ctx, actor, kindOf(type))
      return false
    } catch (error) {
      if (error instanceof Refusal) return true
      throw error
    }
  }
  const refused = await Promise.all(EntityType.options.map(isRefused))
  if (refused.every(Boolean)) throw new Forbidden('import.may_not')
  const [kept] = await repo.countKept(ctx.db.read, { userid: actor.userid })
  if (Number(kept?.total ?? 0) >= MOST_KEPT) throw new Unprocessable('import.too_many', { most: MOST_KEPT })
}

interface Offer {
  file: Received
  form: ImportForm
  options: ImportOptions
  owner: number
}

/** The content of the form if it is valid; otherwise nothing of it stays. */
async function readOffer(ctx: Context, actor: Actor, { fields, file }: FormParts, isNow: boolean): Promise<Offer> {
  try {
    if (!file) throw new InvalidInput('field.missing', { field: 'file' })
    const form = parseInput(ImportForm, { ...fields, file: { name: file.name } }, 'body')
    if (file.size === 0) throw new InvalidInput('import.empty', { field: 'file' })
    const owner = form.owner || actor.userid
    if (owner !== actor.userid) await requireOwner(ctx, actor, owner)
    const options: ImportOptions = {
      entity_type: form.entity_type,
      category: form.category || null,
      ...{ canread_base: form.canread_base, canwrite_base: form.canwrite_base },
      // Programs that speak the API of eLabFTW expect that all comes in.
      duplicates: form.duplicates ?? (isNow ? 'again' : 'skip'),
      has_owner: form.owner > 0,
      ...readTableOptions(form, isNow),
    }
    await requireTableTemplate(ctx, actor, options)
    if (options.category !== null) await requireCategory(ctx, actor, options)
    return { file, form, options, owner }
  } catch (error) {
    if (file) await forget(ctx.files, file.path)
    throw error
  }
}

function readTableOptions({ file, table: text, template }: ImportForm, isNow: boolean) {
  if (!isTable(requireEnding(file.name))) return { table: null, template: null, is_reference: false }
  const table = readTableChoices(text)
  return { table, template: template || null, is_reference: isNow && table === null }
}

/** A category is one of experiments or of resources; without a type it may be either. */
export async function requireCategory(
  ctx: Context,
  actor: Actor,
  { entity_type, category }: ImportOptions,
): Promise<void> {
  const check = (type: EntityType) => requireLabels(ctx.db.read, kindOf(type), actor.team, { category })
  if (entity_type) return check(entity_type)
  await check('experiments').catch(() => check('items'))
}

interface Beginning extends Offer {
  format: string
  archive: string
  isNow: boolean
}

async function begin(
  ctx: Context,
  actor: Actor,
  { file, form, options, owner, format, archive, isNow }: Beginning,
): Promise<ImportRow> {
  return change(ctx, actor, async (work) => {
    const row = await repo.insert(work.db, {
      ...{ userid: actor.userid, team: actor.team, owner, name: form.file.name, format, bytes: file.size, archive },
      options: JSON.stringify(options),
      phase: form.preview && !isNow ? 'preview' : 'import',
      state: isNow ? 'running' : 'waiting',
      process: isNow ? PROCESS_NAME : null,
      ...{ via: actor.via, address: actor.address },
      ...{ at: work.at, expires_at: new Date(Date.parse(work.at) + KEPT_MS).toISOString() },
    })
    await recordImport(work, row, 'created')
    if (!isNow) {
      await enqueue(work.db, { kind: IMPORT_JOB, subject: String(row.id), at: work.at, person: actor.userid })
      announceJobs()
    }
    return row
  })
}
