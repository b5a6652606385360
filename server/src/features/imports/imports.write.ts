import type { Actor } from '../../access/actor.ts'
import { BASE, BASES } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { EntityRow, OriginRow, UploadRow } from '../../db/schema.ts'
import { OverQuota, Refusal } from '../../errors.ts'
import { keepContents } from '../../files/store-content.ts'
import { configIn } from '../../instance-config/current.ts'
import { today } from '../../lib/dates.ts'
import { Texts } from '../../text-work/text-work.ts'
import { addEarlierComment } from '../comments/comments.change.ts'
import { requireBodySize } from '../entries/entries.body.ts'
import { addEntity, changeEntity } from '../entries/entries.change.ts'
import { identity, requireCreator } from '../entries/entries.creator.ts'
import { nextCustomId, requireFreeCustomId, requireLabels } from '../entries/entries.labels.ts'
import { readPermission } from '../entries/entries.permissions.ts'
import { archive, destroy } from '../entries/entries.states.ts'
import { addFromTemplate } from '../entries/entries.templates.ts'
import { HTML, MARKDOWN, STATE } from '../entries/entries.types.ts'
import { provideLabel } from '../labels/labels.provide.ts'
import { addOrigin } from '../origins/origins.change.ts'
import { OF_FILE } from '../origins/origins.lookup.ts'
import { addEarlierSteps } from '../steps/steps.set.ts'
import { replaceTags, usableNames } from '../tags/tags.set.ts'
import { addUpload, changeUpload } from '../uploads/uploads.change.ts'
import { holdQuota } from '../uploads/uploads.limits.ts'
import {
  addressesIn,
  fileAddress,
  fileNamesIn,
  hashOf,
  keysOfAddress,
  parkedAddress,
  rewriteAddresses,
} from './imports.addresses.ts'
import { type Duplicate, findDuplicate } from './imports.duplicates.ts'
import { type StoredFile, type StoredFiles, storeFiles } from './imports.files.ts'
import { accountOf } from './imports.importer.ts'
import { LABELS_OF } from './imports.labels.ts'
import { note, storable, writeNotes } from './imports.notes.ts'
import { requireLevels } from './imports.options.ts'
import { type Meanings, settleOwn } from './imports.pointers.ts'
import { type PreparedEntry, prepareEntry } from './imports.prepare.ts'
import * as repo from './imports.repo.ts'
import { NOTHING, type Run, Stopped } from './imports.run.ts'
import type { ImportNote, IncomingEntry, IncomingPerson } from './incoming.ts'
import { fillTemplate } from './sheets/fill-template.ts'

/** Brings in one entry of a source, whole or not at all, and remembers what became of it. */
export async function writeEntry(run: Run, entry: IncomingEntry, number: number): Promise<void> {
  const { ctx, row, options, actor } = run
  const [known] = await repo.findEntry(ctx.db.read, { id: row.id, hash: hashOf(entry.key) })
  if (known) return
  const prepared = prepareEntry(entry, options, ctx.config.TIMEZONE)
  const duplicate =
    options.duplicates === 'skip' ? await findDuplicate(ctx.db.read, actor, prepared, row.id) : undefined
  if (duplicate) return remember(run, entry, number, prepared, { duplicate })
  try {
    await keepContents(ctx, async (keep) => {
      const stored = await storeFiles(ctx, entry, keep)
      const body = await readBody(actor, prepared, stored, entry)
      await change(ctx, actor, (work) => makeEntry(run, work, { entry, number, prepared, stored, body }))
    })
  } catch (error) {
    if (!isOfEntry(error)) throw error
    await remember(run, entry, number, prepared, { refusal: error })
  }
}

/** Whether only this entry is refused. Nothing else would come in either if there is no room. */
function isOfEntry(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || error instanceof OverQuota) return false
  // A level that nobody may have now would refuse all others too.
  return error.status < 500 && error.status !== 413 && error.said.reason !== 'permission.level_off'
}

/** The stored form of the main text, which refers to the files of the notebook. */
async function readBody(
  actor: Actor,
  { text, isHtml }: PreparedEntry,
  { longNames }: StoredFiles,
  { addresses }: IncomingEntry,
): Promise<string | null> {
  requireBodySize('body', text)
  const pointed = rewriteAddresses(text, isHtml, (address) => {
    const name = longNames.size > 0 ? fileNamesIn(address).find((one) => longNames.has(one)) : undefined
    if (name !== undefined) return fileAddress(longNames.get(name) ?? '')
    // Whoever wrote a table may mean pages of this notebook: its rows have no addresses.
    return addresses.length > 0 ? parkedAddress(address) : undefined
  })
  const body = isHtml ? await new Texts(actor.userid).later('cleanHtml', pointed) : pointed
  requireBodySize('body', body)
  return body || null
}

interface Made {
  entry: IncomingEntry
  number: number
  prepared: PreparedEntry
  stored: StoredFiles
  body: string | null
}

async function makeEntry(run: Run, work: Change, made: Made): Promise<void> {
  const { ctx, row, options, actor } = run
  const { entry, prepared, stored } = made
  const { kind } = prepared
  // The change may run several times.
  const notes = [...prepared.notes, ...stored.notes]
  await requireCreator(work.db, actor, kind)
  if (stored.bytes > 0) await holdQuota(ctx, work.db, actor.team, stored.bytes)
  const author = options.has_owner ? undefined : await accountOf(work.db, actor, prepared.author)
  const tags = await usableNames(work.db, actor, actor.team, prepared.tags)
  notes.push(...tags.left.map((tag) => note('no_tag', tag)))
  const category = await labelFor(run, work, prepared, 'category', notes)
  const status = await labelFor(run, work, prepared, 'status', notes)
  const userid = author?.userid ?? row.owner
  const added =
    options.template === null
      ? await addPlain(run, work, made, { userid, category, status, tags: tags.names }, notes)
      : await addFilled(run, work, made, { userid, category, status, tags: tags.names }, notes)
  const { createdAt: created_at, modifiedAt: modified_at, lockedAt: locked_at, lockedBy: locked_by } = prepared
  const ofEntry = { created_at, modified_at, locked_at, locked_by }
  await keepOrigin(work, actor, { entity_id: added.id }, prepared.authors, ofEntry)
  await addEarlierSteps(work, added, prepared.steps)
  for (const { text: comment, at, modifiedAt, author: by, isImmutable } of prepared.comments) {
    const account = await accountOf(work.db, actor, by)
    const userid = account?.userid ?? actor.userid
    const immutable = isImmutable ? 1 : 0
    const comment_id = await addEarlierComment(work, added, { userid, comment, immutable, by: actor.userid })
    const times = { created_at: at, modified_at: modifiedAt }
    await keepOrigin(work, actor, { entity_id: added.id, comment_id }, by, times)
    await work.rest()
  }
  const files = await addFiles(run, work, added, { files: stored.files, author: prepared.author })
  const pending = await settleOwn(prepared.pending, meaningsOf(work, actor, entry, files))
  await setState(work, actor, added, entry.state)
  await rememberMade(run, work, { ...made, prepared: { ...prepared, pending } }, added, notes)
}

interface Found {
  userid: number
  category: number | null
  status: number | null
  tags: string[]
}

/** An entry with what the source says, and nothing else. */
async function addPlain(
  run: Run,
  work: Change,
  { entry, prepared, body }: Made,
  { userid, category, status, tags }: Found,
  notes: ImportNote[],
): Promise<EntityRow> {
  const { ctx, actor } = run
  const { kind } = prepared
  const custom_id = await customIdFor(work, entry, prepared, category, notes)
  const day = today(work.at, ctx.config.TIMEZONE)
  const own = identity(kind, day, prepared.date ?? undefined)
  return addEntity(
    work,
    {
      ...own,
      elabid: await elabidFor(work, prepared, own.elabid, notes),
      ...{ type: kind.number, team: actor.team, userid },
      ...{ title: prepared.title, rating: prepared.rating, metadata: prepared.metadata },
      ...{ content_type: prepared.isHtml ? HTML : MARKDOWN, hide_main_text: entry.isTextHidden ? 1 : 0 },
      ...{ category, status, custom_id, state: STATE.normal },
      ...{ canread: NOBODY, canwrite: NOBODY },
      ...(await levelsFor(run, work, entry, notes)),
      ...prepared.settings,
      ...{ canread_is_immutable: entry.isReadFixed ? 1 : 0, canwrite_is_immutable: entry.isWriteFixed ? 1 : 0 },
      timestamped: 0,
      ...(entry.isLocked ? { locked: 1, lockedby: actor.userid, locked_at: work.at } : { locked: 0 }),
    },
    body,
    tags.length > 0 ? (one) => replaceTags(work, actor, one, tags) : undefined,
  )
}

/** An entry made from the template that was asked for, with what the source says in its place. */
async function addFilled(
  { ctx, actor, options }: Run,
  work: Change,
  { entry, prepared, body }: Made,
  { userid, category, status, tags }: Found,
  notes: ImportNote[],
): Promise<EntityRow> {
  await requireLevels(work.db, options)
  const { canread_base, canwrite_base, template } = options
  const { kind, title, date, rating, customId, isHtml } = prepared
  const own = {
    ...{ userid, tags, category: category ?? undefined, status: status ?? undefined },
    elabid: await elabidFor(work, prepared, null, notes),
    text: body === null ? undefined : { body, content_type: isHtml ? HTML : MARKDOWN },
  }
  const fill = {
    ...{ title, date: date ?? undefined, rating: rating || undefined, own },
    custom_id: customId === null ? null : await customIdFor(work, entry, prepared, category, notes),
    levels: { ...(canread_base !== null && { canread_base }), ...(canwrite_base !== null && { canwrite_base }) },
    metadata: (ofTemplate: string | null) => fillTemplate(ofTemplate, prepared.metadata, notes),
  }
  return addFromTemplate(work, actor, kind, template ?? 0, fill, ctx)
}

const ARCHIVED = 2

/** Versions of a file follow each other in the journal, as `verify` expects: the one before is archived right before. */
async function addFiles(
  { options, actor }: Run,
  work: Change,
  entry: EntityRow,
  { files, author }: { files: readonly StoredFile[]; author: IncomingPerson | null },
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  const archived: UploadRow[] = []
  const replaced = new Set(files.map(({ replaces }) => replaces))
  const added = new Map<string, UploadRow>()
  for (const { key, replaces, number, isArchived, isImmutable, author: by, createdAt, ...file } of files) {
    const before = replaces === null ? undefined : added.get(replaces)
    if (before) await changeUpload(work, before, { state: ARCHIVED })
    const isOfOwner = options.has_owner || by === null || (by.name === author?.name && by.email === author.email)
    const userid = isOfOwner ? entry.userid : ((await accountOf(work.db, actor, by))?.userid ?? actor.userid)
    const immutable = isImmutable ? 1 : 0
    const upload = await addUpload(work, entry, { ...file, userid, immutable, ...(before && { replaces: before.id }) })
    if (number !== null) ids.set(number, upload.id)
    const place = { entity_id: entry.id, comment_id: OF_FILE, upload_id: upload.id }
    await keepOrigin(work, actor, place, by, { created_at: createdAt, modified_at: null })
    const isReplaced = key !== null && replaced.has(key)
    if (isArchived && !isReplaced) archived.push(upload)
    if (replaces !== null) added.delete(replaces)
    if (key !== null) added.set(key, upload)
    await work.rest()
  }
  // A file that comes right after one was archived would take its place.
  for (const upload of archived) await changeUpload(work, upload, { state: ARCHIVED })
  return ids
}

/** What fields of the entry point to, by the numbers of the source. */
function meaningsOf(
  work: Change,
  actor: Actor,
  { people }: IncomingEntry,
  files: ReadonlyMap<number, number>,
): Meanings {
  return {
    file: (number) => files.get(number),
    person: async (number) => {
      const person = people?.get(number)
      return person && ((await accountOf(work.db, actor, person))?.userid ?? storable(person.name))
    },
  }
}

/** The levels that were asked for; else those of the source, or narrower ones; else the usual ones. */
async function levelsFor(
  { options }: Run,
  work: Change,
  entry: IncomingEntry,
  notes: ImportNote[],
): Promise<{ canread_base: number; canwrite_base: number }> {
  await requireLevels(work.db, options)
  const { allowedLevels } = await configIn(work.db)
  const choose = (name: 'canread' | 'canwrite', usual: number) => {
    const asked = options[`${name}_base`]
    if (asked !== null) return asked
    const said = entry[name] ?? 0
    if (!BASES.includes(said)) return usual
    if (allowedLevels.has(said)) return said
    notes.push(note('settings_left', `${name} ${said}`))
    const narrower = [...allowedLevels].filter((level) => level < said)
    // A wider one would let people in. Entries may keep a level that is off.
    return narrower.length > 0 ? Math.max(...narrower) : said
  }
  return { canread_base: choose('canread', BASE.team), canwrite_base: choose('canwrite', BASE.user) }
}

const NOBODY = readPermission('canread', {}, { complete: false }).text

/** The label of all entries, or that of this one, which the team gets if the actor may add it. */
async function labelFor(
  { actor, options }: Run,
  work: Change,
  { kind, category, status }: PreparedEntry,
  name: 'category' | 'status',
  notes: ImportNote[],
): Promise<number | null> {
  if (name === 'category' && options.category !== null) {
    await requireLabels(work.db, kind, actor.team, { category: options.category })
    return options.category
  }
  const label = name === 'category' ? category : status
  if (!label || label.title === '') return null
  const id = await provideLabel(work, actor, LABELS_OF[kind.type][name], actor.team, label)
  if (id === undefined) notes.push(note('no_label', label.title))
  return id ?? null
}

async function customIdFor(
  work: Change,
  { isWhole = false }: IncomingEntry,
  { kind, customId }: PreparedEntry,
  category: number | null,
  notes: ImportNote[],
): Promise<number | null> {
  if (customId === null && isWhole) return null
  if (customId === null) return nextCustomId(work.db, kind.number, category)
  try {
    await requireFreeCustomId(work.db, { id: 0, type: kind.number, category, custom_id: customId })
    return customId
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    notes.push(note('custom_id_taken', String(customId)))
    return nextCustomId(work.db, kind.number, category)
  }
}

async function elabidFor(
  work: Change,
  { elabid }: PreparedEntry,
  fresh: string | null,
  notes: ImportNote[],
): Promise<string | null> {
  if (elabid === null) return fresh
  const [other] = await repo.isTaken(work.db, { elabid })
  if (!other) return elabid
  notes.push(note('elabid_taken', elabid))
  return fresh
}

/** What the source says of who wrote it, and when. Never taken for what has happened here. */
async function keepOrigin(
  work: Change,
  actor: Actor,
  place: Pick<OriginRow, 'entity_id'> & Partial<Pick<OriginRow, 'comment_id' | 'upload_id'>>,
  person: IncomingPerson | null,
  times: Pick<OriginRow, 'created_at' | 'modified_at'> & Partial<Pick<OriginRow, 'locked_at' | 'locked_by'>>,
): Promise<void> {
  const given = (text: string | null | undefined) => text?.trim() || null
  const who = { name: given(person?.name), email: given(person?.email), orcid: given(person?.orcid) }
  const said = { ...who, locked_at: null, locked_by: null, ...times }
  if (Object.values(said).every((value) => value === null)) return
  await addOrigin(work, { comment_id: 0, upload_id: 0, ...place, ...said, userid: actor.userid })
}

async function setState(work: Change, actor: Actor, entry: EntityRow, state: IncomingEntry['state']): Promise<void> {
  if (state === 'normal') return
  const edit = state === 'archived' ? { set: archive(work, actor, entry) } : await destroy(work, entry)
  await changeEntity(work, actor, entry, { ...edit, touch: false })
}

async function rememberMade(
  run: Run,
  work: Change,
  { entry, number, prepared, body }: Made,
  { id, type }: EntityRow,
  notes: readonly ImportNote[],
): Promise<void> {
  const { row, actor } = run
  const hasAddresses = body !== null && addressesIn(body, prepared.isHtml).length > 0
  const { links, basedOn = null } = entry
  const isLinked = links.length === 0 && basedOn === null && prepared.pending.length === 0 && !hasAddresses
  await requireGoing(run, work, { ...NOTHING, done: 1, made: 1, warnings: notes.length })
  await repo.insertEntry(work.db, {
    import_id: row.id,
    number,
    key_hash: hashOf(entry.key),
    outcome: 'made',
    title: prepared.title,
    type,
    entity_id: id,
    team: actor.team,
    content_hash: prepared.contentHash,
    is_linked: isLinked ? 1 : 0,
    links: links.length > 0 || basedOn !== null ? JSON.stringify({ links, basedOn }) : null,
    fields: prepared.pending.length > 0 ? JSON.stringify(prepared.pending) : null,
    notes: writeNotes(notes, entry.row),
  })
  await repo.insertAddresses(work.db, row.id, hashesOf(entry), { entity_id: id, type })
}

function hashesOf({ addresses }: IncomingEntry): string[] {
  return [...new Set(addresses.flatMap(keysOfAddress).map(hashOf))]
}

/** Remembers an entry that was here already, or that could not come in. */
async function remember(
  run: Run,
  entry: IncomingEntry,
  number: number,
  { title, contentHash }: PreparedEntry,
  { duplicate, refusal }: { duplicate?: Duplicate; refusal?: Refusal },
): Promise<void> {
  const { ctx, row, actor } = run
  const notes = refusal ? [note('refused', refusal.message)] : []
  const twin = duplicate?.entry
  await ctx.db.write(async (db) => {
    const counted = { ...NOTHING, done: 1, warnings: notes.length, ...(refusal ? { refused: 1 } : { skipped: 1 }) }
    const going = await repo.advance(db, { id: row.id, phase: 'import', at: ctx.now(), ...counted })
    if (going.length === 0) throw new Stopped()
    await repo.insertEntry(db, {
      ...{ import_id: row.id, number, key_hash: hashOf(entry.key), outcome: refusal ? 'refused' : 'skipped', title },
      ...{ type: twin?.type ?? null, entity_id: twin?.id ?? null, team: actor.team },
      content_hash: refusal ? null : contentHash,
      ...{ is_linked: 1, links: null, fields: null, notes: writeNotes(notes, entry.row) },
    })
    if (twin) await repo.insertAddresses(db, row.id, hashesOf(entry), { entity_id: twin.id, type: twin.type })
  })
}

/** Counts an entry within its change, unless the import was stopped meanwhile. */
export async function requireGoing(
  { row }: Run,
  work: Change,
  counted: Omit<repo.Advance, 'id' | 'at' | 'phase'>,
  phase = 'import',
): Promise<void> {
  const going = await repo.advance(work.db, { id: row.id, at: work.at, phase, ...counted })
  if (going.length === 0) throw new Stopped()
}
