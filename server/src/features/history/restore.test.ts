import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Step } from '@aliquot/contract/steps'
import type { Restored, TimelineItem } from '@aliquot/contract/timeline'
import { afterAll, expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { oneFile } from '../../../test/forms.ts'
import { type Client, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { changeSettings } from '../config/config.service.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user({ firstname: 'Ada', isAdmin: true })
const mine = app.as(ada)

/** The position of the newest event. */
async function momentOf(path: string): Promise<number> {
  const { body } = await mine.get<TimelineItem[]>(`${path}/timeline?limit=1`)
  return body[0]?.last_position ?? 0
}

function restore(path: string, position: number, client: Client = mine, headers: Record<string, string> = {}) {
  return client.patch<Restored>(`${path}/timeline/${position}`, { action: 'restore' }, headers)
}

/** Everything of an entry that a restore covers. */
async function stateOf(path: string) {
  const { body } = await mine.get<Entity>(`${path}?state=1,2,3`)
  const { body: steps } = await mine.get<Step[]>(`${path}/steps`)
  return { ...settable(body), steps }
}

function settable(entry: Entity) {
  const { changelog: _, modified_at: __, lastchangeby: ___, comments: ____, recent_comment: _____, ...rest } = entry
  const { is_pinned, access_key, sharelink, tags_id, tags_decoded, ...shown } = rest
  return { ...shown, tags_decoded: tags_decoded.map(({ tag }) => tag) }
}

const NOBODY = { teams: [], teamgroups: [], users: [] }
const LABELS = { experiments: 'experiments', items: 'resources' } as const

test.each(EntityType.options)('%s: everything comes back at once, and that is taken back', async (type) => {
  const kind = type === 'experiments' || type === 'experiments_templates' ? 'experiments' : 'items'
  const labels = (what: string) => `teams/current/${LABELS[kind]}_${what}`
  const { id: category } = await mine.post(labels('categories'), { name: `Cloning ${type}`, color: '29aeb9' })
  const { id: status } = await mine.post(labels('status'), { name: `Running ${type}`, color: '29aeb9' })
  const [item, experiment, later] = [
    (await mine.post('items', { title: 'Buffer' })).id,
    (await mine.post('experiments', { title: 'Plan' })).id,
    (await mine.post('items', { title: 'Column' })).id,
  ]
  const { id } = await mine.post(type, { title: 'First' })
  const path = `${type}/${id}`
  const long = 'the quick brown fox jumps over the lazy dog. '.repeat(60)
  const first = {
    ...{
      title: 'Yield',
      date: '2026-01-02',
      rating: 3,
      body: `<p>${long}</p>`,
      hide_main_text: 1,
      tags: ['gel', 'pcr'],
    },
    ...{ metadata: { extra_fields: { Buffer: { type: 'text', value: 'Tris' } } }, category, status, custom_id: id },
    ...{ canread_base: 40, canwrite_base: 30, canread: { teams: [ada.team], teamgroups: [], users: [] } },
    ...(type === 'items' && { is_bookable: 1, proc_price_notax: '12.50', canbook_base: 20 }),
    ...(type.includes('_t') && { canread_target_base: 20, canread_is_immutable: 1 }),
    ...(type === 'items_types' && { color: '29aeb9' }),
  }
  expect((await mine.patch(path, first)).body).toMatchObject({ id })
  const steps: number[] = []
  for (const body of ['Weigh', 'Mix', 'Wait']) steps.push((await mine.post(`${path}/steps`, { body })).id)
  await mine.patch(`${path}/steps/${steps[0]}`, { action: 'finish' })
  await mine.patch(`${path}/steps/${steps[1]}`, { deadline: '2031-01-02 10:00:00' })
  await mine.patch(`${path}/steps/${steps[1]}`, { action: 'notif' })
  await mine.post(`${path}/items_links/${item}`)
  await mine.post(`${path}/experiments_links/${experiment}`)
  const files: number[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    files.push((await mine.postForm(`${path}/uploads`, oneFile(name, name))).id)
  await mine.patch(`${path}/uploads/${files[2]}`, { action: 'archive', state: 2 })
  await mine.post(`${path}/comments`, { comment: 'mine' })
  const then = await stateOf(path)
  const moment = await momentOf(path)

  const second = {
    ...{
      title: 'Lost',
      date: '2026-02-03',
      rating: 0,
      body: '# Lost',
      content_type: 2,
      hide_main_text: 0,
      tags: ['lost', 'gel'],
    },
    ...{
      metadata: '',
      category: null,
      status: null,
      custom_id: null,
      canread_base: 10,
      canwrite_base: 20,
      canread: NOBODY,
    },
    ...(type === 'items' && { is_bookable: 0, proc_price_notax: '1.00', canbook_base: 30 }),
    ...(type.includes('_t') && { canread_target_base: 30, canread_is_immutable: 0 }),
    ...(type === 'items_types' && { color: 'c24f3d' }),
  }
  expect((await mine.patch(path, second)).body).toMatchObject({ id })
  await mine.patch(`${path}/steps`, { ordering: steps.toReversed() })
  await mine.delete(`${path}/steps/${steps[0]}`)
  await mine.patch(`${path}/steps/${steps[1]}`, { action: 'finish' })
  await mine.patch(`${path}/steps/${steps[2]}`, { body: 'Hurry' })
  await mine.post(`${path}/steps`, { body: 'Later' })
  await mine.patch(`${path}/steps`, { action: 'forcelock' })
  await mine.delete(`${path}/items_links/${item}`)
  await mine.delete(`${path}/experiments_links/${experiment}`)
  await mine.post(`${path}/items_links/${later}`)
  await mine.patch(`${path}/uploads/${files[0]}`, { real_name: 'x.txt', comment: 'Balance was off' })
  await mine.delete(`${path}/uploads/${files[0]}`)
  await mine.patch(`${path}/uploads/${files[2]}`, { state: 1 })
  const { id: added } = await mine.postForm(`${path}/uploads`, oneFile('d.txt', 'd'))
  await mine.post(`${path}/comments`, { comment: 'said later' })
  const before = await stateOf(path)
  expect(before).not.toEqual(then)

  const restored = await restore(path, moment)
  expect(restored).toMatchObject({ status: 200, body: { left: [] } })
  const ofLater = then.uploads.concat(before.uploads.filter((file) => file.id === added).map(archived))
  expect(await stateOf(path)).toEqual({ ...then, uploads: ofLater.sort((a, b) => b.id - a.id) })
  const { body: now } = await mine.get<Entity>(path)
  expect(now).toMatchObject({ lastchangeby: ada.id, comments: [{ comment: 'mine' }, { comment: 'said later' }] })
  expect(now.changelog[0]?.created_at).toBe(now.modified_at)
  expect((await mine.get(`${path}?as_of=2999-01-01T00:00:00Z`)).body).toEqual({ ...now, access_key: null })

  // Repeating it changes nothing.
  const digest = await digestDatabase(app.ctx)
  const { position, previous_position } = restored.body
  expect((await restore(path, moment)).body).toEqual({ position, previous_position: position, left: [] })
  expect(await digestDatabase(app.ctx)).toEqual(digest)

  expect(await restore(path, previous_position, mine, { 'if-match': '"1-x"' })).toMatchObject({ status: 412 })
  const undone = await restore(path, previous_position, mine, { 'if-match': restored.headers.etag ?? '' })
  expect(undone).toMatchObject({ status: 200, body: { left: [], previous_position: position } })
  expect(await stateOf(path)).toEqual(before)
  expect((await verify(app.ctx.db)).findings).toEqual([])
})

function archived<F extends { state: number }>(file: F): F {
  return { ...file, state: 2 }
}

test('more steps come back than an entry shows, in one change', async () => {
  const { id } = await mine.post('experiments', {})
  const { id: template } = await mine.post('experiments_templates', {})
  await app.ctx.db.write(async (db) => {
    const rows = Array.from({ length: 1200 }, (_, n) => ({ entity_id: template, body: `Step ${n}`, ordering: n + 1 }))
    for (let from = 0; from < rows.length; from += 200)
      await db
        .insertInto('steps')
        .values(rows.slice(from, from + 200))
        .execute()
    await db.updateTable('entities').set({ has_steps: 1 }).where('id', '=', template).execute()
  })
  const made = `experiments/${(await mine.post('experiments', { template })).id}`
  const all = async () => (await mine.get<Step[]>(`${made}/steps`)).body
  const then = await all()
  expect(then).toHaveLength(1200)
  const moment = await momentOf(made)
  await mine.patch(`${made}/steps`, { ordering: then.map((step) => step.id).toReversed() })
  for (const step of then.slice(0, 3)) await mine.delete(`${made}/steps/${step.id}`)
  const before = await all()
  const { body } = await restore(made, moment)
  expect(await all()).toEqual(then)
  expect(body.position - body.previous_position).toBe(1201)
  const { body: items } = await mine.get<TimelineItem[]>(`${made}/timeline?limit=${1201}`)
  expect(new Set(items.map(({ as_of }) => as_of)).size).toBe(1)
  await restore(made, body.previous_position)
  expect(await all()).toEqual(before)
  // Steps that were inserted by hand have no history.
  await app.ctx.db.write((db) => db.deleteFrom('steps').where('entity_id', '=', template).execute())
  await app.ctx.db.write((db) => db.updateTable('entities').set({ has_steps: 0 }).where('id', '=', template).execute())
  expect((await verify(app.ctx.db)).findings).toEqual([])
  expect(await restore(`experiments/${id}`, 1)).toMatchObject({ status: 200, body: { left: [] } })
})

test('who may not change an entry may not bring anything back, and nothing changes', async () => {
  const bob = await app.given.user()
  const stranger = await app.given.user({ team: await app.given.team() })
  for (const type of EntityType.options) {
    const { id } = await mine.post(type, { title: 'First', canread_base: 30, canwrite_base: 20 })
    const path = `${type}/${id}`
    const step = `${path}/steps/${(await mine.post(`${path}/steps`, { body: 'Weigh' })).id}`
    await mine.patch(path, { title: 'Second' })
    await mine.delete(step)
    const refused = async (calls: readonly [client: Client, status: number, position?: number][]) => {
      const before = await digestDatabase(app.ctx)
      for (const [client, status, position = 1] of calls)
        expect.soft(await restore(path, position, client), `${path} ${status}`).toMatchObject({ status })
      expect.soft(await digestDatabase(app.ctx), path).toEqual(before)
    }
    const reading = app.as({ ...ada, key: await app.given.key(ada, false) })
    await refused([
      [app.as(bob), 403],
      [app.as(stranger), 403],
      [reading, 403],
      [mine, 404, 999],
      [mine, 404, 0],
    ])
    const wrong = await mine.patch(`${path}/timeline/1`, { action: 'replace' })
    expect.soft(wrong).toMatchObject({ status: 400, body: { message: 'action: must be restore' } })
    await mine.patch(path, { action: 'lock' })
    await mine.patch(path, { canwrite_base: 30 })
    await refused([
      [mine, 400],
      [app.as(bob), 403],
    ])
    for (const [action, back] of [
      ['archive', 'unarchive'],
      ['destroy', 'restore'],
    ]) {
      await mine.patch(path, { action })
      await refused([[mine, 422]])
      await mine.patch(path, { action: back })
    }
    await mine.patch(path, { action: 'forceunlock' })
    expect.soft(await restore(path, 1, app.as(bob))).toMatchObject({ status: 200 })
  }
})

test('a team that wants reasons gets one, or nothing changes', async () => {
  const { id } = await mine.post('experiments', { title: 'First', tags: ['one'] })
  const path = `experiments/${id}`
  await mine.post(`${path}/steps`, { body: 'Weigh' })
  const moment = await momentOf(path)
  await mine.patch(path, { title: 'Second', tags: ['two'], body: 'text' })
  for (const { id: step } of (await mine.get<Step[]>(`${path}/steps`)).body) await mine.delete(`${path}/steps/${step}`)
  const then = await mine.get<Entity>(path)
  await mine.patch('teams/current', { require_change_reason: 1 })
  const before = await digestDatabase(app.ctx)
  expect(await restore(path, moment)).toMatchObject({ status: 422 })
  expect(await digestDatabase(app.ctx)).toEqual(before)
  expect((await mine.get<Entity>(path)).body).toEqual(then.body)
  expect(await restore(path, moment, mine, { 'x-change-reason': 'Wrong%20sample' })).toMatchObject({ status: 200 })
  const { body: items } = await mine.get<TimelineItem[]>(`${path}/timeline?limit=2`)
  expect(items.map(({ reason }) => reason)).toEqual(['Wrong sample', 'Wrong sample'])
  await mine.patch('teams/current', { require_change_reason: 0 })
})

test('what cannot come back is named, and the rest comes back', async () => {
  const bob = await app.given.user()
  const his = app.as(bob)
  const { id: category } = await mine.post('teams/current/experiments_categories', { name: 'Old', color: '29aeb9' })
  const { id: numbered } = await mine.post('teams/current/experiments_categories', { name: 'Kept', color: '29aeb9' })
  const path = `experiments/${(await his.post('experiments', { title: 'First', category: numbered, custom_id: 70 })).id}`
  const hidden = (await mine.post('items', { title: 'Secret', canread_base: 30 })).id
  const trashed = (await mine.post('items', { title: 'Broken', canread_base: 30 })).id
  await his.post(`${path}/items_links/${hidden}`)
  await his.post(`${path}/items_links/${trashed}`)
  await his.patch(path, { tags: ['gone', 'gel'], status: null, canread_base: 50, category })
  const { id: file } = await his.postForm(`${path}/uploads`, oneFile('picture.png', 'x'))
  const moment = await momentOf(path)
  const { body: uploaded } = await his.get<{ long_name: string }>(`${path}/uploads/${file}`)

  await his.patch(path, { title: 'Second', tags: [], canread_base: 30, category: null, custom_id: null })
  await his.delete(`${path}/items_links/${hidden}`)
  await his.delete(`${path}/items_links/${trashed}`)
  await mine.patch(`items/${hidden}`, { canread_base: 10 })
  await mine.delete(`items/${trashed}`)
  // As if it had become private to another team.
  const team = await app.given.team()
  const giveCategory = (to: { team: number; is_private: number }) =>
    app.ctx.db.write((db) => db.updateTable('labels').set(to).where('id', '=', category).execute())
  const [label] = await app.ctx.db.read.selectFrom('labels').selectAll().where('id', '=', category).execute()
  await giveCategory({ team, is_private: 1 })
  await changeSettings(app.ctx, { userid: null, via: 'test', address: '' }, { allow_permission_full: '0' })
  const { body: tags } = await mine.get<{ id: number; tag: string }[]>('teams/current/tags')
  await mine.delete(`teams/current/tags/${tags.find(({ tag }) => tag === 'gone')?.id}`)
  await mine.patch('teams/current', { user_create_tag: 0 })

  const first = await restore(path, moment, his)
  expect(first.body.left.map(({ part, id, name }) => [part, id, name])).toEqual([
    ['field', null, 'canread'],
    ['field', null, 'category'],
    ['tag', null, 'gone'],
    ['link', hidden, ''],
    ['link', trashed, 'Broken'],
  ])
  expect(JSON.stringify(first.body)).not.toContain('Secret')
  for (const { reason } of first.body.left) expect(reason).not.toBe('')
  expect(first.body.left.map(({ code, field }) => [code, field])).toEqual([
    ['permission.level_off', 'canread_base'],
    ['entry.no_label', 'category'],
    ['tag.may_not_create', 'tags'],
    ['entry.may_not_read', undefined],
    ['link.deleted', undefined],
  ])
  const { body: entry } = await his.get<Entity>(path)
  expect(entry).toMatchObject({ title: 'First', tags: 'gel', canread_base: 30, category: null, custom_id: 70 })
  expect(entry.items_links).toEqual([])
  await mine.patch(`items/${trashed}`, { action: 'restore' })
  expect((await his.get<Entity>(path)).body.items_links.map(({ entityid }) => entityid)).toEqual([trashed])
  await mine.patch(`items/${hidden}`, { canread_base: 30 })
  expect((await restore(path, moment, his)).body.left.map(({ part }) => part)).toEqual(['field', 'field', 'tag'])

  // A number that another entry has by now.
  await his.patch(path, { category: null, custom_id: null })
  await his.post('experiments', { category: numbered, custom_id: 70 })
  expect((await restore(path, 1, his)).body.left).toEqual([
    expect.objectContaining({ part: 'field', name: 'custom_id', code: 'entry.number_taken' }),
  ])
  expect((await his.get<Entity>(path)).body).toMatchObject({ category: numbered, custom_id: null, uploads: [] })

  // A file that the text shows at both moments, but that was archived.
  await his.patch(`${path}/uploads/${file}`, { state: 2 })
  await his.patch(path, { body: `<p>app/download.php?f=${uploaded.long_name}</p>` })
  const away = await momentOf(path)
  await his.patch(`${path}/uploads/${file}`, { state: 1 })
  expect((await restore(path, away, his)).body.left).toEqual([
    {
      ...{ part: 'upload', id: file, name: 'picture.png', code: 'upload.in_text' },
      reason: expect.stringContaining('used in the main text'),
    },
  ])
  await mine.patch('teams/current', { user_create_tag: 1 })
  if (label) await giveCategory({ team: label.team, is_private: label.is_private })
  await changeSettings(app.ctx, { userid: null, via: 'test', address: '' }, { allow_permission_full: '1' })
  expect((await verify(app.ctx.db)).findings).toEqual([])
})

test('going back to when an entry lay in the trash leaves it where it is, with its files', async () => {
  const path = `experiments/${(await mine.post('experiments', { title: 'First' })).id}`
  const { id: kept } = await mine.postForm(`${path}/uploads`, oneFile('a.txt', 'a'))
  const { id: gone } = await mine.postForm(`${path}/uploads`, oneFile('b.txt', 'b'))
  await mine.delete(`${path}/uploads/${gone}`)
  await mine.delete(path)
  const moment = await momentOf(path)
  await mine.patch(path, { action: 'restore' })
  await mine.patch(path, { title: 'Second' })
  await mine.patch(`${path}/uploads/${gone}`, { state: 1 })
  expect(await restore(path, moment)).toMatchObject({ status: 200, body: { left: [] } })
  const { body } = await mine.get<Entity>(path)
  expect(body).toMatchObject({ title: 'First', state: 1, uploads: [{ id: kept }] })
})

test('one part comes back by itself', async () => {
  const path = `experiments/${(await mine.post('experiments', { title: 'First' })).id}`
  await mine.patch(path, { title: 'Second' })
  await mine.post(`${path}/steps`, { body: 'Weigh' })
  await mine.post(`${path}/items_links/${(await mine.post('items', {})).id}`)
  await mine.postForm(`${path}/uploads`, oneFile('a.txt', 'a'))
  const counted = async () => {
    const { title, steps, items_links, uploads } = (await mine.get<Entity>(path)).body
    return [title, steps.length, items_links.length, uploads.length]
  }
  const seen: unknown[] = []
  for (const part of ['steps', 'links', 'uploads', 'fields']) {
    await mine.patch(`${path}/timeline/1`, { action: 'restore', only: [part] })
    seen.push(await counted())
  }
  expect(seen).toEqual([
    ['Second', 0, 1, 1],
    ['Second', 0, 0, 1],
    ['Second', 0, 0, 0],
    ['First', 0, 0, 0],
  ])
  for (const only of [[], ['comments'], 'steps', Array(5).fill('steps')]) {
    const message = expect.stringMatching(/^only(\.\d)?: must /)
    const refused = await mine.patch(`${path}/timeline/1`, { action: 'restore', only })
    expect.soft(refused).toMatchObject({ status: 400, body: { message } })
  }
})

test('what somebody has done since can keep it from happening, be it below the entry', async () => {
  const path = `experiments/${(await mine.post('experiments', { title: 'First' })).id}`
  await mine.patch(path, { title: 'Second' })
  const { position: last_position, previous_position } = (await restore(path, 1)).body
  const undo = { action: 'restore', last_position }
  await mine.post(`${path}/steps`, { body: 'Weigh' })
  const digest = await digestDatabase(app.ctx)
  const current = { title: 'First', steps: [{ body: 'Weigh' }] }
  const refused = await mine.patch(`${path}/timeline/${previous_position}`, undo)
  expect(refused).toMatchObject({ status: 412, body: { current } })
  expect(await digestDatabase(app.ctx)).toEqual(digest)
  const [newest] = (await mine.get<TimelineItem[]>(`${path}/timeline?limit=1`)).body
  const knowing = { ...undo, last_position: newest?.last_position }
  const taken = await mine.patch(`${path}/timeline/${previous_position}`, knowing)
  expect(taken.status).toBe(200)
  expect((await mine.get<Entity>(path)).body).toMatchObject({ title: 'Second', steps: [] })
  for (const wrong of ['4', 0, 1.5, null]) {
    const message = expect.stringMatching(/^last_position: must /)
    const answer = await mine.patch(`${path}/timeline/1`, { ...undo, last_position: wrong })
    expect.soft(answer).toMatchObject({ status: 400, body: { message } })
  }
})

test('nobody loses the right to read what they bring back', async () => {
  const bob = await app.given.user()
  const path = `experiments/${(await mine.post('experiments', { canread_base: 10, canwrite_base: 10 })).id}`
  await mine.patch(path, { canread_base: 30, canwrite_base: 30, title: 'Shared' })
  const { body } = await restore(path, 1, app.as(bob))
  expect(body.left).toEqual([
    {
      ...{ part: 'field', id: null, name: 'canread', code: 'entry.takes_own_right', field: 'canread' },
      reason: expect.stringMatching(/^canread: /),
    },
  ])
  expect((await app.as(bob).get<Entity>(path)).body).toMatchObject({ canread_base: 30, canwrite_base: 10 })
})
