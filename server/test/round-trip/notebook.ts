import { EntityType } from '@aliquot/contract/common'
import type { Client, Reply, TestApp, TestUser } from '../harness.ts'
import { metadata } from './fields.ts'
import type { Random } from './random.ts'
import { htmlText, markdownText } from './texts.ts'
import { fileName, PEOPLE, words } from './words.ts'

export interface Made {
  type: EntityType
  id: number
  owner: TestUser
}

export interface Notebook {
  people: TestUser[]
  entries: Made[]
}

export const BASE_URL = 'https://lab.example.org'

async function done<T>(call: Promise<Reply<T>>): Promise<Reply<T>> {
  const reply = await call
  if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply
}

/** Fills an empty notebook through the API. */
export async function fillNotebook(app: TestApp, random: Random): Promise<Notebook> {
  const admin = await app.given.user({ firstname: 'Admin', lastname: 'Of All', isAdmin: true, isSysadmin: true })
  const people = [admin]
  for (const [firstname, lastname] of random.some(PEOPLE, 60))
    people.push(await app.given.user({ firstname, lastname }))
  for (const { id } of random.some(people, 40)) {
    await done(app.as(admin).patch(`users/${id}`, { orcid: '0000-0002-1825-0097' }))
  }
  const labels = await addLabels(app.as(admin), random)
  const entries: Made[] = []
  for (let count = 1 + random.int(6); count > 0; count--) {
    entries.push(await addEntry(app, random, { people, entries, number: count }))
  }
  const files = new Map<number, OwnFile[]>()
  for (const entry of entries) files.set(entry.id, await addFiles(app, random, entry, people))
  for (const entry of entries) {
    await fill(app.as(entry.owner), random, entry, { people, entries, labels, files: files.get(entry.id) ?? [] })
    await addChildren(app, random, entry, { people, entries })
  }
  for (const entry of entries) await finish(app.as(admin), app.as(entry.owner), random, entry)
  await lockSome(app, random)
  return { people, entries }
}

/** Comments and files of the system, which nothing makes yet: no proof of them is needed here. */
async function lockSome({ ctx }: TestApp, random: Random): Promise<void> {
  await ctx.db.write(async (db) => {
    for (const table of ['comments', 'uploads'] as const) {
      const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
      for (const { id } of random.some(rows, 10)) {
        await db.updateTable(table).set({ immutable: 1 }).where('id', '=', id).execute()
      }
    }
  })
}

type Labels = Record<'experiments' | 'items', { categories: number[]; status: number[] }>

async function addLabels(admin: Client, random: Random): Promise<Labels> {
  const labels: Labels = { experiments: { categories: [], status: [] }, items: { categories: [], status: [] } }
  const add = async (what: string, number: number) => {
    const color = random.pick(['29aeb9', 'c24f3d', '000000', 'ABCDEF'])
    return (await done(admin.post(`teams/current/${what}`, { name: `${words(random, 2)} ${number}`, color }))).id
  }
  for (let number = 1; number <= 2; number++) {
    labels.experiments.categories.push(await add('experiments_categories', number))
    labels.experiments.status.push(await add('experiments_status', number))
    labels.items.categories.push(await add('resources_categories', number))
    labels.items.status.push(await add('items_status', number))
  }
  return labels
}

interface Before {
  people: readonly TestUser[]
  entries: readonly Made[]
  number: number
}

/** New, a copy, or made from a template. */
async function addEntry(app: TestApp, random: Random, { people, entries, number }: Before): Promise<Made> {
  const owner = random.pick(people)
  const type = random.pick(EntityType.options)
  const templates = entries.filter((one) => one.type === (type === 'items' ? 'items_types' : 'experiments_templates'))
  const isDerived = (type === 'experiments' || type === 'items') && templates.length > 0 && random.chance(50)
  const { id } = await done(app.as(owner).post(type, isDerived ? { template: random.pick(templates).id } : {}))
  // Titles tell entries apart: templates have no permanent id.
  await done(app.as(owner).patch(`${type}/${id}`, { title: `${words(random)} ${number}` }))
  return { type, id, owner }
}

interface OwnFile {
  id: number
  longName: string
}

async function addFiles(app: TestApp, random: Random, entry: Made, people: readonly TestUser[]): Promise<OwnFile[]> {
  const path = `${entry.type}/${entry.id}/uploads`
  const files: OwnFile[] = []
  for (let count = random.int(4); count > 0; count--) {
    const client = app.as(random.pick([entry.owner, people[0] as TestUser]))
    const comment = random.chance(50) ? [{ name: 'comment', content: words(random) }] : []
    const file = () => ({ name: 'file', filename: 'x', content: random.bytes(40) })
    const name = { name: 'real_name', content: fileName(random) }
    let { id } = await done(client.postForm(path, [name, ...comment, file()]))
    for (let versions = random.chance(40) ? random.int(3) : 0; versions > 0; versions--) {
      id = (await done(client.postForm(`${path}/${id}`, [name, { name: 'action', content: 'replace' }, file()]))).id
    }
    if (random.chance(20)) await done(client.patch(`${path}/${id}`, { action: 'archive' }))
    else if (random.chance(10)) {
      await done(client.delete(`${path}/${id}`))
      continue
    }
    const { body } = await done(client.get<{ long_name: string }>(`${path}/${id}`))
    files.push({ id, longName: body.long_name })
  }
  return files
}

interface Within {
  people: readonly TestUser[]
  entries: readonly Made[]
}

async function fill(
  client: Client,
  random: Random,
  { type, id }: Made,
  { people, entries, labels, files }: Within & { labels: Labels; files: readonly OwnFile[] },
): Promise<void> {
  const { categories, status } = labels[type.startsWith('items') ? 'items' : 'experiments']
  const idsOf = (wanted: EntityType) => entries.filter((one) => one.type === wanted).map((one) => one.id)
  const targets = {
    ...{ experiments: idsOf('experiments'), items: idsOf('items') },
    ...{ users: people.map((one) => one.id), uploads: files.map((one) => one.id) },
  }
  const around = { files: files.map(({ longName }) => longName), entries, baseUrl: BASE_URL }
  const isMarkdown = random.chance(30)
  const body = isMarkdown ? markdownText(random, around) : htmlText(random, around)
  const patch = {
    ...{ content_type: isMarkdown ? 2 : 1, body },
    ...(random.chance(50) && { date: '2026-03-02' }),
    ...(random.chance(60) && { category: random.pick(categories) }),
    ...(random.chance(60) && { status: random.pick(status) }),
    ...(random.chance(30) && { custom_id: id }),
    ...(random.chance(50) && { rating: random.int(6) }),
    ...(random.chance(20) && { hide_main_text: 1 }),
    ...(random.chance(70) && { tags: random.many(5, () => words(random, 2).replaceAll('|', '')) }),
    ...(random.chance(70) && { metadata: metadata(random, targets) }),
    ...settings(random, type),
  }
  await done(client.patch(`${type}/${id}`, patch))
}

function settings(random: Random, type: EntityType): object {
  if (random.chance(40)) return {}
  if (type === 'items') {
    return random.pick([
      { is_bookable: 1, book_max_minutes: 90, booking_hourly_rate_notax: '12.50', booking_hourly_rate_currency: 2 },
      { is_procurable: 1, proc_pack_qty: 7, proc_price_tax: '3.99', available: 0, canbook_base: 20 },
    ])
  }
  if (type === 'experiments') return {}
  const fixed = { canread_is_immutable: random.int(2), canwrite_is_immutable: random.int(2) }
  const color = type === 'items_types' ? { color: 'aa00ff', canbook_base: 40 } : {}
  return { ...fixed, ...color, canread_target_base: random.pick([20, 30, 40]), canwrite_target_base: 30 }
}

async function addChildren(app: TestApp, random: Random, entry: Made, { people, entries }: Within): Promise<void> {
  const path = `${entry.type}/${entry.id}`
  const client = app.as(entry.owner)
  for (let count = random.int(4); count > 0; count--) {
    const { id } = await done(client.post(`${path}/steps`, { body: words(random, 6) }))
    for (let turns = random.int(3); turns > 0; turns--)
      await done(client.patch(`${path}/steps/${id}`, { action: 'finish' }))
    if (random.chance(40)) {
      const deadline = random.pick(['2031-12-01 09:30:00', '2020-01-01 00:00:00'])
      await done(client.patch(`${path}/steps/${id}`, { deadline }))
      if (random.chance(60)) await done(client.patch(`${path}/steps/${id}`, { action: 'notif' }))
    }
    const isTemplate = entry.type === 'experiments_templates' || entry.type === 'items_types'
    if (isTemplate && random.chance(30)) await done(client.patch(`${path}/steps/${id}`, { is_immutable: 1 }))
  }
  if (random.chance(20)) await reorderSteps(client, path)
  for (let count = random.int(4); count > 0; count--) {
    const by = app.as(random.pick(people))
    const { id } = await done(by.post(`${path}/comments`, { comment: `${words(random, 6)}\n<b>${words(random)}</b>` }))
    if (random.chance(20)) await done(by.patch(`${path}/comments/${id}`, { comment: words(random) }))
  }
  for (const target of random.some(entries, 40)) {
    if (target.id === entry.id || (target.type !== 'experiments' && target.type !== 'items')) continue
    await done(client.post(`${path}/${target.type}_links/${target.id}`, {}))
  }
}

async function reorderSteps(client: Client, path: string): Promise<void> {
  const { body } = await client.get<{ id: number; is_immutable: number }[]>(`${path}/steps`)
  if (body.length < 2 || body.some((step) => step.is_immutable === 1)) return
  await done(client.patch(`${path}/steps`, { ordering: body.map(({ id }) => id).reverse() }))
}

/** What hinders other changes comes last. */
async function finish(admin: Client, owner: Client, random: Random, { type, id }: Made): Promise<void> {
  const path = `${type}/${id}`
  if (random.chance(40)) {
    await done(
      owner.patch(path, { canread_base: random.pick([10, 20, 30, 40]), canwrite_base: random.pick([10, 20, 30]) }),
    )
  }
  const { canread_base, canwrite_base } = (await owner.get<{ canread_base: number; canwrite_base: number }>(path)).body
  const client = Math.min(canread_base, canwrite_base) > 10 && random.chance(30) ? admin : owner
  if (random.chance(25)) await done(client.patch(path, { action: 'lock' }))
  else if (random.chance(20)) await done(client.patch(path, { action: 'archive' }))
  else if (random.chance(5)) await done(client.patch(path, { action: 'destroy' }))
}
