import type { EntityType } from '@aliquot/contract/common'
import { isAllowed, isHeldByLock } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Db, EntityRow, ImportEntryRow } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { requireBodySize } from '../entries/entries.body.ts'
import { changeEntity, type EntityEdit } from '../entries/entries.change.ts'
import * as entities from '../entries/entries.lookup.ts'
import { HTML, STATE } from '../entries/entries.types.ts'
import { addEarlierLinks } from '../links/links.set.ts'
import {
  addressesIn,
  entryAddress,
  hashOf,
  idKey,
  keysToFind,
  rewriteAddresses,
  unparkedAddress,
} from './imports.addresses.ts'
import { fillPending, type PendingField } from './imports.fields.ts'
import { note, readNotes, writeNotes } from './imports.notes.ts'
import * as repo from './imports.repo.ts'
import { NOTHING, type Run } from './imports.run.ts'
import { requireGoing } from './imports.write.ts'
import type { ImportNote } from './incoming.ts'

const AT_ONCE = 100
/** Addresses of one text that are looked up. */
const MOST_ADDRESSES = 10_000

/** Ties the entries of an import to each other, once all are here: links, addresses in texts, fields. */
export async function linkEntries(run: Run): Promise<void> {
  const { ctx, row, actor } = run
  for (let after = 0; ; ) {
    const rows = await repo.listUnlinked(ctx.db.read, { id: row.id, after, most: AT_ONCE })
    if (rows.length === 0) return
    for (const one of rows) {
      run.signal.throwIfAborted()
      await change(ctx, actor, (work) => linkEntry(run, work, one)).catch((error: unknown) => {
        // Only its text is too long or too hard to be written anew.
        if (!(error instanceof InvalidInput)) throw error
        return change(ctx, actor, (work) => linkEntry(run, work, one, { keepsText: true }))
      })
      after = one.number
    }
  }
}

/** What an entry says of others, by their keys. */
interface Links {
  links: string[]
  /** The one that it was made from. */
  basedOn: string | null
}

/** An entry that came in, as its type and id. */
interface Target {
  id: number
  type: number
}

async function linkEntry(run: Run, work: Change, row: ImportEntryRow, { keepsText = false } = {}): Promise<void> {
  const notes: ImportNote[] = []
  const [entry] = await entities.holdRow(work.db, { id: row.entity_id ?? 0 })
  if (entry && entry.state !== STATE.deleted && (await mayLink(run, work, entry))) {
    const edit = await pointToEntries(run, work, entry, row, { keepsText, notes })
    const madeFrom = await madeFromOf(run, work, row)
    if (edit || madeFrom) {
      await changeEntity(work, run.actor, entry, { ...edit, set: { ...edit?.set, ...madeFrom }, touch: false })
    }
    await addLinks(run, work, entry, row, notes)
  } else notes.push(...pendingOf(row).map(({ name }) => note('field_left', name)))
  await requireGoing(run, work, { ...NOTHING, warnings: notes.length })
  const all = writeNotes([...readNotes(row.notes), ...notes])
  await repo.setLinked(work.db, { id: row.import_id, number: row.number, notes: all })
}

/**
 * What nobody else has touched is still as the import made it, with the locks and levels that it gave. Everything else
 * is changed only by who may.
 */
async function mayLink({ row, actor }: Run, work: Change, entry: EntityRow): Promise<boolean> {
  const [others] = await repo.findOthersEvent(work.db, { chain: entry.id, userid: row.userid })
  if (!others) return true
  return !isHeldByLock(actor, entry) && (await isAllowed(work.db, actor, entry, 'write'))
}

/** The addresses of the text and the fields that name entries of the source, if there are any. */
async function pointToEntries(
  { row: { id } }: Run,
  work: Change,
  entry: Target & { content_type: number; metadata: string | null },
  row: ImportEntryRow,
  { keepsText, notes }: { keepsText: boolean; notes: ImportNote[] },
): Promise<EntityEdit | undefined> {
  if (keepsText) notes.push(note('many_links'))
  const [stored] = keepsText ? [] : await entities.findBody(work.db, { id: entry.id })
  const isHtml = entry.content_type === HTML
  const addresses = stored ? addressesIn(stored.body, isHtml).slice(0, MOST_ADDRESSES) : []
  const pending = pendingOf(row)
  const keys = [
    ...addresses.flatMap((address) => keysToFind(unparkedAddress(address) ?? address)),
    ...pending.flatMap(keysOfField),
  ]
  const found = await findByAddress(work.db, id, keys)
  const pointed =
    stored &&
    rewriteAddresses(stored.body, isHtml, (address) => {
      const parked = unparkedAddress(address)
      const target = keysToFind(parked ?? address)
        .map((key) => found.get(key))
        .find((one) => one !== undefined)
      if (parked !== undefined && !target) notes.push(note('link_left', parked))
      return target && entryAddress(typeOf(target), target.id)
    })
  const body = pointed === stored?.body ? pointed : readPointed(work, pointed ?? '', isHtml)
  const filled = fillPending(entry.metadata, pending, (type, number) => found.get(`${type} ${number}`)?.id)
  notes.push(...filled.notes)
  const isSame = filled.metadata === entry.metadata && (body === undefined || body === stored?.body)
  return isSame ? undefined : { set: { metadata: filled.metadata }, ...(body !== undefined && { body }), touch: false }
}

function pendingOf({ fields }: ImportEntryRow): PendingField[] {
  return fields === null ? [] : (JSON.parse(fields) as PendingField[])
}

/** Whatever was done to a text, it is cleaned last. */
function readPointed(work: Change, pointed: string, isHtml: boolean): string {
  const body = isHtml ? work.texts.now('cleanHtml', pointed) : pointed
  requireBodySize('body', body)
  return body
}

function keysOfField({ type, value }: PendingField): string[] {
  if (type !== 'experiments' && type !== 'items') return []
  return [value].flat().map((id) => idKey(type, Number(id)))
}

async function madeFromOf({ row: { id } }: Run, work: Change, { links }: ImportEntryRow) {
  const { basedOn } = (links === null ? { basedOn: null } : JSON.parse(links)) as Links
  if (basedOn === null) return undefined
  const [source] = await repo.findByKeys(work.db, { id, hashes: JSON.stringify([hashOf(basedOn)]) })
  return source && { created_from_type: source.type, created_from_id: source.entity_id }
}

const MOST_KEYS = 1000

async function findByAddress(db: Db, id: number, keys: readonly string[]): Promise<Map<string, Target>> {
  const byHash = new Map(keys.map((key) => [hashOf(key), key]))
  const hashes = [...byHash.keys()]
  const found = new Map<string, Target>()
  for (let from = 0; from < hashes.length; from += MOST_KEYS) {
    const some = JSON.stringify(hashes.slice(from, from + MOST_KEYS))
    for (const row of await repo.findAddresses(db, { id, hashes: some })) {
      found.set(byHash.get(row.address_hash) ?? '', { id: row.entity_id, type: row.type })
    }
  }
  return found
}

async function addLinks(
  { row: { id } }: Run,
  work: Change,
  entry: Target,
  { links }: ImportEntryRow,
  notes: ImportNote[],
): Promise<void> {
  if (links === null) return
  const { links: keys } = JSON.parse(links) as Links
  const found = await repo.findByKeys(work.db, { id, hashes: JSON.stringify([...new Set(keys.map(hashOf))]) })
  const byHash = new Map(found.map((row) => [row.key_hash, row]))
  const targets: Target[] = []
  for (const key of keys) {
    const target = byHash.get(hashOf(key))
    if (!target) notes.push(note('missing_link', key))
    else if (target.type !== TYPE_NUMBER.experiments && target.type !== TYPE_NUMBER.items) {
      notes.push(note('link_to_template', key))
    } else targets.push({ id: target.entity_id ?? 0, type: target.type })
  }
  const left = await addEarlierLinks(work, entry, targets)
  if (left > 0) notes.push(note('many_links', String(keys.length)))
}

function typeOf({ type }: Target): EntityType {
  const types = Object.keys(TYPE_NUMBER) as EntityType[]
  return types.find((name) => TYPE_NUMBER[name] === type) ?? 'experiments'
}
