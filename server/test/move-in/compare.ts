import type { Entity } from '@aliquot/contract/entities'
import type { Client } from '../harness.ts'

const TYPES = ['experiments', 'items', 'experiments_templates', 'items_types'] as const

/** Everything that a person sees of all entries, without what must differ between two servers. */
export async function notebookOf(client: Client): Promise<Record<string, unknown>[]> {
  const told: Record<string, unknown>[] = []
  const { body: people } = await client.get<{ userid: number; email: string }[]>('users')
  const names = new Map(people.map(({ userid, email }) => [userid, email]))
  for (const type of TYPES) {
    const { body } = await client.get<Entity[]>(`${type}?limit=9999&scope=3&state=1,2,3&order=id&sort=asc`)
    for (const { id } of body) {
      const { body: entry } = await client.get<Entity>(`${type}/${id}?state=1,2,3`)
      told.push(withNames(await tell(client, type, entry), names))
    }
  }
  return told
}

/** Ids of people as their addresses, and addresses of eLabFTW as ours. */
function withNames(told: Record<string, unknown>, names: ReadonlyMap<number, string>): Record<string, unknown> {
  const nameOf = (id: unknown) => names.get(Number(id)) ?? id
  const lists = Object.fromEntries(
    ['canread', 'canwrite'].map((name) => {
      const list = JSON.parse(String(told[name])) as { users: number[] }
      return [name, { ...list, users: list.users.map(nameOf) }]
    }),
  )
  const metadata = structuredClone(told.metadata_decoded) as
    | { extra_fields?: Record<string, { type?: string; value?: unknown }> }
    | undefined
  for (const field of Object.values(metadata?.extra_fields ?? {})) {
    if (field.type === 'users') field.value = Array.isArray(field.value) ? field.value.map(nameOf) : nameOf(field.value)
  }
  const body = told.body === null ? null : pointed(String(told.body))
  return { ...told, ...lists, metadata_decoded: metadata, body }
}

const OLD_PAGES: Readonly<Record<string, string>> = {
  experiments: 'experiments',
  database: 'resources',
  templates: 'templates',
}

function pointed(body: string): string {
  return body
    .replace(
      /(experiments|database|templates)\.php\?mode=view&amp;id=(\d+)/g,
      (_, page, id) => `/${OLD_PAGES[page]}/${id}`,
    )
    .replace(/app\/download\.php\?f=(file \d+)[^"]*/g, '/api/v2/files?name=$1')
}

async function tell(client: Client, type: string, entry: Entity): Promise<Record<string, unknown>> {
  const files: Record<string, unknown>[] = []
  let body = entry.body ?? null
  const uploads = entry.uploads.filter((one) => one.real_name !== 'earlier-texts.html').sort((a, b) => a.id - b.id)
  for (const { id, real_name, comment, hash, filesize, state, long_name, userid, fullname, replaces } of uploads) {
    const { raw } = await client.get(`${type}/${entry.id}/uploads/${id}?format=binary`)
    const place = uploads.findIndex((one) => one.id === replaces)
    files.push({
      real_name,
      comment,
      hash,
      filesize,
      state,
      userid: fullname || userid,
      raw: raw.toString('base64'),
      place,
    })
    body =
      body
        ?.replaceAll(encodeURIComponent(long_name), `file ${files.length}`)
        .replaceAll(long_name, `file ${files.length}`) ?? null
  }
  const { title, content_type, date, elabid, custom_id, rating, state, locked, metadata_decoded, hide_main_text } =
    entry
  const own = entry as unknown as Record<string, unknown>
  const settings = Object.entries(own).filter(
    ([name]) =>
      /^(book|is_book|is_proc|proc_|canread_target_base|canwrite_target_base|canbook_base)/.test(name) &&
      !name.endsWith('human'),
  )
  return {
    ...{
      type,
      id: entry.id,
      title,
      body,
      content_type,
      date,
      elabid,
      custom_id,
      rating,
      state,
      locked,
      hide_main_text,
    },
    ...{
      metadata_decoded,
      category: entry.category_title,
      category_color: entry.category_color,
      status: entry.status_title,
    },
    ...{ owner: entry.fullname, team: own.team_name, pinned: entry.is_pinned, next_step: own.next_step },
    ...{
      canread_base: entry.canread_base,
      canwrite_base: entry.canwrite_base,
      canread: entry.canread,
      canwrite: entry.canwrite,
    },
    ...{ created_from_id: entry.created_from_id, created_from_type: entry.created_from_type },
    settings: Object.fromEntries(settings),
    tags: entry.tags_decoded?.map(({ tag }) => tag).sort(),
    steps: entry.steps.map(({ body: step, ordering, finished, finished_time, deadline, is_immutable }) => ({
      ...{ step, ordering, finished, finished_time, deadline, is_immutable },
    })),
    comments: entry.comments.map(({ comment, fullname }) => ({ comment, fullname })),
    links: [...entry.experiments_links, ...entry.items_links].map(({ entityid }) => entityid).sort((a, b) => a - b),
    files,
  }
}
