import { createHash } from 'node:crypto'
import type { Client, TestApp } from '../harness.ts'
import type { LabType, Row } from './lab.ts'
import type { Truth } from './recorded-lab.ts'

/** The record of an entry as far as comparisons need it. */
interface Told extends Row {
  id: number
  title: string
  body: string
  metadata: string | null
  tags_decoded: { tag: string }[]
  steps: { body: string; finished: number; deadline: string | null }[]
  comments: { comment: string; fullname: string; userid: number; origin?: { created_at: string | null } }[]
  uploads: { id: number; real_name: string; comment: string | null }[]
  experiments_links: { title: string }[]
  items_links: { title: string }[]
  origin?: { created_at: string | null }
}

/** What Aliquot tells of an entry after it moved in, in the words of the truth. */
export async function tellEntry(app: TestApp, reader: Client, type: LabType, id: number): Promise<Truth> {
  const { body: record } = await reader.get<Told>(`${type}/${id}`)
  const told = {
    ...{ type, title: record.title, date: record.date, rating: record.rating, custom_id: record.custom_id },
    ...{ content_type: record.content_type, category: record.category_title, category_color: record.category_color },
    ...{ status: record.status_title, locked: record.locked, author: record.fullname, elabid: record.elabid },
    created_at: wire(record.origin?.created_at),
    body: record.body || null,
    metadata: record.metadata === null ? null : JSON.parse(record.metadata),
    tags: record.tags_decoded.map(({ tag }) => tag).toSorted(),
    steps: record.steps.map(({ body, finished, deadline }) => ({ body, finished, deadline })),
    comments: record.comments.map(({ comment, fullname, origin }) => ({
      ...{ comment, by: fullname, at: wire(origin?.created_at) },
    })),
    links: [...record.experiments_links, ...record.items_links].map(({ title }) => title).toSorted(),
    // Ours are listed newest first.
    files: await Promise.all(record.uploads.toReversed().map((upload) => tellFile(reader, `${type}/${id}`, upload))),
  }
  return { ...told, ...(await pointers(app, reader, told as unknown as Truth)) } as Truth
}

async function tellFile(reader: Client, entry: string, { id, real_name, comment }: Told['uploads'][number]) {
  const { raw } = await reader.get(`${entry}/uploads/${id}?format=binary`)
  return { name: real_name, sha256: sha256(raw), bytes: raw.length, comment }
}

/**
 * Texts and fields point to entries, files and people by numbers of their own notebook, so what they point to is told
 * by its name.
 */
async function pointers(app: TestApp, reader: Client, { body, metadata }: Truth): Promise<Partial<Truth>> {
  const { ctx } = app
  const titles = await ctx.db.read.selectFrom('entities').select(['id', 'title']).execute()
  const people = await ctx.db.read.selectFrom('users').select(['userid', 'email']).execute()
  const title = (id: number) => titles.find((one) => one.id === id)?.title
  const email = (id: number) => people.find(({ userid }) => userid === id)?.email
  let text = body
  for (const [address] of body?.matchAll(/\/api\/v2\/files\?name=[^"&]*/g) ?? []) {
    const { raw } = await reader.get(address)
    text = text?.replace(address, `FILE ${sha256(raw)}`) ?? null
  }
  text =
    text?.replaceAll(/\/?(?:experiments|resources|templates)\/(\d+)/g, (_, id) => `ENTRY ${title(Number(id))}`) ?? null
  return { body: text, metadata: namedFields(metadata, title, email) }
}

/** The same for what the other server told. */
export function namedTruth(
  truth: Truth,
  names: { file: string; entry: Readonly<Record<string, string>>; email: string },
) {
  const body = truth.body
    ?.replaceAll(/app\/download\.php\?f=[^"]*"/g, `FILE ${names.file}"`)
    .replaceAll(/database\.php\?mode=view&amp;id=(\d+)/g, (_, id) => `ENTRY ${names.entry[`items/${id}`]}`)
  const title = (id: number) => names.entry[`items/${id}`]
  const metadata = namedFields(truth.metadata, title, () => names.email)
  return { ...truth, body: body ?? null, metadata, tags: sorted(truth.tags), links: sorted(truth.links) }
}

function sorted(values: unknown): string[] {
  return (values as string[]).toSorted()
}

interface Field {
  type: string
  value: unknown
}

function namedFields(
  metadata: unknown,
  title: (id: number) => string | undefined,
  email: (id: number) => string | undefined,
): unknown {
  const { extra_fields: fields } = (metadata ?? {}) as { extra_fields?: Record<string, Field> }
  if (!fields) return metadata
  const named = Object.entries(fields).map(([name, field]) => {
    if (field.value === '' || field.value === null) return [name, field]
    const id = Number(field.value)
    if (field.type === 'users') return [name, { ...field, value: email(id) }]
    if (field.type === 'items' || field.type === 'experiments') return [name, { ...field, value: title(id) }]
    return [name, field]
  })
  return { ...(metadata as object), extra_fields: Object.fromEntries(named) }
}

function wire(instant: string | null | undefined): string | null {
  return instant?.slice(0, 19).replace('T', ' ') ?? null
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
