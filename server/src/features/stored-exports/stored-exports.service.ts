import type { Paging } from '@aliquot/contract/common'
import type { ExportFormat } from '@aliquot/contract/exports'
import {
  EXPORTED_TYPES,
  MOST_STORED_EXPORTS,
  type NewStoredExport,
  STORED_EXPORT_STATE,
  type StoredExport,
} from '@aliquot/contract/stored-exports'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { takeTurns } from '../../db/dialect.ts'
import type { StoredExportRow } from '../../db/schema.ts'
import { InvalidInput, NotFound, Unavailable } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.repo.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { wireTime } from '../../lib/dates.ts'
import { FileAnswer } from '../../records/answers.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { readExportFile, removeExportFile, sizeOfExport } from './stored-exports.files.ts'
import { EXPORT_JOB } from './stored-exports.job.ts'
import { recordStored } from './stored-exports.journal.ts'
import { FILE_KINDS, parseListQuery, readOptions, type StoredOptions } from './stored-exports.options.ts'
import * as repo from './stored-exports.repo.ts'
import { expiryAt } from './stored-exports.work.ts'

export async function listExports(ctx: Context, { userid }: Actor, paging: Paging): Promise<Page<StoredExport>> {
  const rows = await repo.listOf(ctx.db.read, { userid })
  return pageOf(
    rows.map((row) => toRecord(ctx, row)),
    paging,
  )
}

export async function readExport(ctx: Context, actor: Actor, id: number): Promise<StoredExport> {
  return toRecord(ctx, await requireOwn(ctx, actor, id))
}

/** The number of the lock for the exports of a person. */
const TURNS = 7

/** Orders a file of entries. What is in it is decided when it is made, with the rights of then. */
export async function addExport(
  ctx: Context,
  actor: Actor,
  asked: NewStoredExport,
  baseUrl: string,
): Promise<{ id: number }> {
  const options = optionsOf(asked, baseUrl)
  const { userid, team, via, address } = actor
  const added = await change(ctx, actor, async (work) => {
    await takeTurns(work.db, TURNS, userid)
    const [kept] = await repo.count(work.db, { userid })
    if (Number(kept?.total ?? 0) >= MOST_STORED_EXPORTS) {
      throw new InvalidInput('export.too_many', { most: MOST_STORED_EXPORTS })
    }
    const row = await repo.insert(work.db, {
      ...{ userid, team, format: asked.format, options: JSON.stringify(options), via, address },
      ...{ state: STORED_EXPORT_STATE.waiting, at: work.at, expires_at: expiryAt(ctx, work.at) },
    })
    await recordStored(work, row, 'created')
    await enqueue(work.db, { kind: EXPORT_JOB, subject: String(row.id), at: work.at, person: userid })
    work.tell(userid, 'jobs')
    return { id: row.id }
  })
  announceJobs()
  return added
}

function optionsOf(asked: NewStoredExport, base_url: string): StoredOptions {
  const types = EXPORTED_TYPES.filter((type) => asked[type])
  const query = asked.query?.replace(/^\?/, '') ?? null
  if (query !== null) {
    if (types.length !== 1) throw new InvalidInput('export.one_type', { field: 'query' })
    parseListQuery(query)
  }
  return { types, query, changelog: asked.changelog, json: asked.json, pdfa: asked.pdfa, base_url }
}

/** One that is being made notices, and stops. */
export async function removeExport(ctx: Context, actor: Actor, id: number): Promise<void> {
  const file = await change(ctx, actor, async (work) => {
    const [row] = await repo.hold(work.db, { id })
    if (row?.userid !== actor.userid) throw new NotFound('export.not_found')
    await repo.remove(work.db, { id })
    await recordStored(work, row, 'deleted')
    work.tell(actor.userid, 'jobs')
    return row.file
  })
  await removeExportFile(ctx, file)
}

/** The file of one that is ready. */
export async function openExport(ctx: Context, actor: Actor, id: number): Promise<FileAnswer> {
  const row = await requireOwn(ctx, actor, id)
  const { file, hash, bytes, name } = row
  if (row.state !== STORED_EXPORT_STATE.ready || file === null || hash === null || bytes === null || name === null) {
    throw new NotFound('export.not_ready')
  }
  if ((await sizeOfExport(ctx, file)) !== bytes) throw await missingFile(ctx)
  const { type: mime } = FILE_KINDS[row.format as ExportFormat]
  const open: FileAnswer['open'] = (range) => readExportFile(ctx, file, range)
  return new FileAnswer({ hash, size: bytes, name, mime, at: row.modified_at, kind: 'attachment', open })
}

/** Another server may have the file, if they do not share a folder. */
async function missingFile(ctx: Context) {
  const others = await ctx.db.read.selectFrom('servers').select('name').limit(2).execute()
  return others.length > 1 ? new Unavailable('storage.files_silent') : new NotFound('export.file_gone')
}

/** Somebody else's export does not exist. */
export async function requireOwn(ctx: Context, { userid }: Actor, id: number): Promise<StoredExportRow> {
  const [row] = await repo.find(ctx.db.read, { id })
  if (row?.userid !== userid) throw new NotFound('export.not_found')
  return row
}

function toRecord(ctx: Context, row: StoredExportRow): StoredExport {
  const { TIMEZONE } = ctx.config
  const { types, query, changelog, json, pdfa } = readOptions(row)
  const flag = (is: boolean) => (is ? 1 : 0)
  const failure = row.error === null ? null : (JSON.parse(row.error) as NonNullable<StoredExport['failure']>)
  const isReady = row.state === STORED_EXPORT_STATE.ready
  return {
    ...{ id: row.id, requester_userid: row.userid, team: row.team, format: row.format as ExportFormat },
    state: row.state as StoredExport['state'],
    experiments: flag(types.includes('experiments')),
    items: flag(types.includes('items')),
    experiments_templates: flag(types.includes('experiments_templates')),
    items_types: flag(types.includes('items_types')),
    ...{ query, changelog: flag(changelog), json: flag(json), pdfa: flag(pdfa) },
    ...{ done: row.done, total: row.total },
    ...{ real_name: row.name, long_name: isReady ? row.file : null, filesize: row.bytes },
    ...{ hash: row.hash, hash_algo: 'sha256', error: failure?.message ?? null, failure },
    created_at: wireTime(row.created_at, TIMEZONE),
    modified_at: wireTime(row.modified_at, TIMEZONE),
    expires_at: wireTime(row.expires_at, TIMEZONE),
  }
}
