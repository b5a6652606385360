import { createHash } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { EntitySettings } from '@aliquot/contract/entity-settings'
import type { Context } from '../../src/context.ts'
import type { OriginRow } from '../../src/db/schema.ts'
import { readRecord } from '../../src/features/entries/entries.record.ts'
import { asOwner } from '../../src/features/history/read-as-owner.ts'
import {
  fileNamesIn,
  keysToFind,
  parkedAddress,
  rewriteAddresses,
} from '../../src/features/imports/imports.addresses.ts'
import { formatJson, parseExactly } from '../../src/lib/json-text.ts'

/** What an entry is, in words that mean the same in every notebook. */
export type Facts = Record<string, unknown>

export interface Named {
  type: EntityType
  id: number
}

/** Entries of a notebook by what tells them apart in every one. */
export interface Tokens {
  entries: ReadonlyMap<string, string>
  people: ReadonlyMap<number, Person>
  /** Addresses of people who have accounts in both. */
  known: ReadonlySet<string>
}

interface Person {
  email: string
  name: string
}

const tokenOf = ({ type, title }: { type: EntityType; title: string }) => `${type}: ${title}`

const NUMBERS: Readonly<Record<number, EntityType>> = {
  1: 'experiments',
  2: 'items',
  3: 'experiments_templates',
  4: 'items_types',
}

export async function tokensOf({ db }: Context, known: Iterable<string>): Promise<Tokens> {
  const entries = await db.read.selectFrom('entities').select(['id', 'type', 'title']).where('state', '!=', 3).execute()
  const people = await db.read.selectFrom('users').selectAll().execute()
  return {
    entries: new Map(
      entries.map(({ id, type, title }) => {
        const name = NUMBERS[type] ?? 'experiments'
        return [`${name} ${id}`, tokenOf({ type: name, title })]
      }),
    ),
    people: new Map(
      people.map(({ userid, firstname, lastname, email }) => [
        userid,
        { email, name: `${firstname} ${lastname}`.trim() },
      ]),
    ),
    known: new Set(known),
  }
}

/** By design not in an archive: rights of single people and teams, and the place among templates. */
const LOCAL = new Set(['canbook', 'canread_target', 'canwrite_target', 'ordering'])

/** All facts of an entry but those of who and when, which `claims` has. */
export async function factsOf(
  ctx: Context,
  { type, id }: Named,
  { side, tokens, baseUrl }: { side: Side; tokens: Tokens; baseUrl: string },
): Promise<Facts> {
  const { db } = ctx
  const row = await db.read.selectFrom('entities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const viewer = { ctx, actor: asOwner(row.userid, [row.team]), baseUrl, fileStates: [1, 2] }
  const { record } = await readRecord(viewer, type, id)
  const { files: uploads } = await filesIn(ctx, id, side)
  const steps = await db.read
    .selectFrom('steps')
    .selectAll()
    .where('entity_id', '=', id)
    .orderBy('ordering')
    .orderBy('id')
    .execute()
  const comments = await db.read
    .selectFrom('comments')
    .selectAll()
    .where('entity_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const links = await db.read.selectFrom('entity_links').selectAll().where('entity_id', '=', id).execute()
  const targets =
    side === 'made'
      ? [...record.experiments_links, ...record.items_links].map(({ entityid }) => entityid)
      : links.map(({ target_id }) => target_id)
  const linked = targets.flatMap((target) =>
    ['experiments', 'items'].flatMap((name) => tokens.entries.get(`${name} ${target}`) ?? []),
  )
  const fileAt = new Map(uploads.map(({ long_name }, index) => [long_name, `file ${index}`]))
  const numberOf = new Map(uploads.map((file, index) => [file.id, index]))
  return {
    type,
    ...pick(record, ['title', 'content_type', 'hide_main_text', 'date', 'elabid', 'custom_id', 'rating', 'state']),
    ...pick(record, ['category_title', 'category_color', 'status_title', 'status_color', 'locked']),
    ...pick(record, ['canread_base', 'canwrite_base', 'canread_is_immutable', 'canwrite_is_immutable']),
    ...pick(record, Object.keys(EntitySettings.shape).filter((name) => !LOCAL.has(name)) as (keyof Entity)[]),
    body: withTokens(record.body ?? '', record.content_type === 1, fileAt, tokens, baseUrl),
    tags: record.tags_decoded.map(({ tag }) => tag).sort(),
    metadata: metadataOf(record.metadata, tokens, new Map([...numberOf].map(([id, index]) => [id, `file ${index}`]))),
    steps: steps.map((step) =>
      pick(step, ['body', 'finished', 'finished_time', 'deadline', 'deadline_notif', 'is_immutable']),
    ),
    owner: accountOf(row.userid, tokens),
    comments: comments.map(({ userid, comment, immutable }) => ({
      account: accountOf(userid, tokens),
      comment,
      immutable,
    })),
    files: await Promise.all(
      uploads.map(async (file) => ({
        ...pick(file, ['real_name', 'comment', 'hash', 'filesize', 'mime', 'state', 'immutable']),
        account: accountOf(file.userid, tokens),
        content: await contentHash(ctx, file),
        replaces: file.replaces === null ? null : (numberOf.get(file.replaces) ?? 'gone'),
      })),
    ),
    links: linked.sort(),
    madeFrom: tokens.entries.get(`${NUMBERS[row.created_from_type ?? 0]} ${row.created_from_id}`) ?? null,
  }
}

/** Who has no account in both is the importer in the second. */
function accountOf(userid: number, { people, known }: Tokens): string {
  const email = people.get(userid)?.email ?? ''
  return known.has(email) ? email : 'the importer'
}

function pick<T extends object, K extends keyof T>(row: T, names: readonly K[]): Partial<T> {
  return Object.fromEntries(
    names.filter((name) => name in row).map((name) => [name, row[name]]),
  ) as unknown as Partial<T>
}

/** Whether an entry was made in its notebook, or came in from an archive. */
export type Side = 'made' | 'imported'

/** The page that a move adds to an entry. */
const EARLIER_TEXTS = 'earlier-texts.html'

/** The files of an entry, oldest first, without what an import or a move adds. */
async function filesIn({ db }: Context, id: number, side: Side) {
  const files = await db.read
    .selectFrom('uploads')
    .selectAll()
    .where('entity_id', '=', id)
    .where('state', 'in', [1, 2])
    .where('real_name', '!=', EARLIER_TEXTS)
    .orderBy('id')
    .execute()
  return side === 'made' ? { files, history: undefined } : { files: files.slice(0, -1), history: files.at(-1) }
}

/** The history that came along, for people. */
export async function historyOf(ctx: Context, id: number): Promise<string> {
  const { history } = await filesIn(ctx, id, 'imported')
  if (history?.real_name !== 'history.txt' || history.state !== 2) throw new Error(`entry ${id} has no history`)
  return text(await ctx.files.store.read(history.hash))
}

/** Addresses of files and entries mean the same in whatever way they are written. */
function withTokens(
  body: string,
  isHtml: boolean,
  files: ReadonlyMap<string, string>,
  { entries }: Tokens,
  baseUrl: string,
): string {
  const host = new URL(baseUrl).host
  const pointed = rewriteAddresses(body, isHtml, (address) => {
    const file = fileNamesIn(address).find((name) => files.has(name))
    if (file !== undefined) return `FILE ${files.get(file)}`
    const key = keysToFind(address)
      .map((one) => one.replace(`${host} `, ''))
      .find((one) => entries.has(one))
    // Of an entry that is not along: it leads nowhere.
    return key === undefined ? parkedAddress(address) : `ENTRY ${entries.get(key)}`
  })
  // An address of this notebook opens in the same window, however it is written.
  return pointed.replaceAll(/("ENTRY [^"]*") target="_blank" rel="noreferrer noopener"/g, '$1')
}

/** The metadata with all numbers as they are; fields that point to something say to what. */
function metadataOf(metadata: string | null, tokens: Tokens, files: ReadonlyMap<number, string>): string | null {
  if (metadata === null) return null
  const { extra_fields, ...others } = parseExactly(metadata) as Record<string, unknown>
  if (extra_fields === undefined) return metadata
  const fields = Object.entries(extra_fields as Record<string, Record<string, unknown>>).map(([name, field]) => [
    name,
    { ...field, ...meaningOf(field, tokens, files) },
  ])
  return formatJson({ ...others, extra_fields: fields })
}

function meaningOf(
  { type, value }: Record<string, unknown>,
  { entries, people, known }: Tokens,
  files: ReadonlyMap<number, string>,
): object | undefined {
  const id = Number(typeof value === 'string' ? value : JSON.stringify(value))
  if (value === '' || value === undefined || !Number.isInteger(id)) return undefined
  if (type === 'users') {
    const person = people.get(id)
    if (!person) return { type: 'text', value: String(id) }
    return known.has(person.email)
      ? { value: `${typeof value === 'string' ? 'text' : 'number'} → ${person.email}` }
      : { type: 'text', value: person.name }
  }
  const found = type === 'uploads' ? files.get(id) : entries.get(`${String(type)} ${id}`)
  const isPointing = type === 'uploads' || type === 'experiments' || type === 'items'
  if (!isPointing) return undefined
  return found === undefined
    ? { type: 'text', value: String(id) }
    : { value: `${typeof value === 'string' ? 'text' : 'number'} → ${found}` }
}

async function contentHash(ctx: Context, { hash }: { hash: string }): Promise<string> {
  return createHash('sha256')
    .update(await buffer(await ctx.files.store.read(hash)))
    .digest('hex')
}

/** Who did what when: in the first notebook what happened, in the second what the archive said. */
export async function claimsOf(ctx: Context, id: number, side: Side): Promise<Facts> {
  const { read } = ctx.db
  const entry = await read.selectFrom('entities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const people = new Map((await read.selectFrom('users').selectAll().execute()).map((one) => [one.userid, one]))
  const origins = await read.selectFrom('origins').selectAll().where('entity_id', '=', id).execute()
  const comments = await read
    .selectFrom('comments')
    .selectAll()
    .where('entity_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { files } = await filesIn(ctx, id, side)
  const nameOf = (userid: number | null) => {
    const one = people.get(userid ?? 0)
    return one && `${one.firstname} ${one.lastname}`.trim()
  }
  const here = (userid: number, created_at: string, modified_at: string | null) => {
    const one = people.get(userid)
    return { name: nameOf(userid), email: one?.email, orcid: one?.orcid ?? null, created_at, modified_at }
  }
  const there = (comment_id: number, upload_id: number) => {
    const found = origins.find((one) => one.comment_id === comment_id && one.upload_id === upload_id)
    return found && pick(found as OriginRow, ['name', 'email', 'orcid', 'created_at', 'modified_at'])
  }
  if (side === 'imported') {
    const own = origins.find((one) => one.comment_id === 0)
    return {
      entry: there(0, 0),
      lock: entry.locked === 1 ? { at: own?.locked_at, by: own?.locked_by } : null,
      comments: comments.map((one) => there(one.id, 0)),
      files: files.map((one) => there(-1, one.id)),
    }
  }
  const changed = ({ created_at, modified_at }: { created_at: string; modified_at: string }) =>
    modified_at === created_at ? null : modified_at
  return {
    entry: here(entry.userid, entry.created_at, entry.modified_at),
    lock: entry.locked === 1 ? { at: entry.locked_at, by: nameOf(entry.lockedby) } : null,
    comments: comments.map((one) => here(one.userid, one.created_at, changed(one))),
    files: files.map((one) => here(one.userid, one.created_at, null)),
  }
}
