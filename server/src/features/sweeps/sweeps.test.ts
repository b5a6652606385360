import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { tagsTable } from '../../db/tables/entries/tags.ts'
import { sealOf } from '../../journal/seals.ts'
import { verify } from '../../verify/verify.ts'
import { GOING } from '../tags/going.ts'
import * as repo from './sweeps.repo.ts'
import { beginSweep, startSweeps, sweepNow, sweepOn } from './sweeps.ts'

interface Row {
  id: number
  tag: string
}

test('a sweep stops after as many entries as it may change, goes on where it stopped, and everything fits meanwhile', async () => {
  const lab = await tagged(7)
  const { ctx, as, ada, ids } = lab
  const sweep = await letGo(lab, 'tag deleted')
  const left = async () => {
    const { body } = await as(ada).get<unknown[]>('experiments?tags[]=kept')
    expect(body).toHaveLength(7)
    const rows = await ctx.db.read
      .selectFrom('entity_tags')
      .select('entity_id')
      .where('tag_id', '=', ids.from)
      .execute()
    expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
    return rows.length
  }
  expect(await left()).toBe(7)
  expect(await sweepOn(ctx, sweep, 3)).toBe(false)
  expect(await left()).toBe(4)
  expect(await sweepOn(ctx, sweep, 3)).toBe(false)
  expect(await left()).toBe(1)
  expect(await sweepOn(ctx, sweep, 1)).toBe(true)
  expect(await left()).toBe(0)
  expect(await sweepOn(ctx, sweep, 3)).toBe(true)
  expect(await repo.listIds(ctx.db.read)).toEqual([])
  expect((await as(ada).get<Row[]>('teams/1/tags')).body.map(({ tag }) => tag)).toEqual(['kept'])
})

test('a service that starts goes on with what another one began', async () => {
  const lab = await tagged(5)
  const { ctx, as, ada, ids } = lab
  const sweep = await letGo(lab, 'tag merged', ids.kept)
  await sweepOn(ctx, sweep, 2)
  await drain(ctx)
  expect((await as(ada).get<Row[]>('teams/1/tags')).body).toMatchObject([{ tag: 'kept', item_count: 5 }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what is too much to be waited for goes on in the background', async () => {
  const lab = await tagged(5)
  const { ctx } = lab
  const sweep = await letGo(lab, 'tag deleted')
  await sweepNow(ctx, sweep, 2)
  await drain(ctx)
  expect(await ctx.db.read.selectFrom('tags').select('tag').execute()).toEqual([{ tag: 'kept' }])
})

test('a tag that is given away while it goes does not stay', async () => {
  const lab = await tagged(3)
  const { ctx, ids, entries } = lab
  const sweep = await letGo(lab, 'tag deleted')
  expect(await sweepOn(ctx, sweep, 2)).toBe(false)
  // As a copy does that read the entry before.
  await change(ctx, AUTHOR, async (work) => {
    const { setTags } = await import('../tags/tags.set.ts')
    const { changeEntity } = await import('../entries/entries.change.ts')
    const { holdRow } = await import('../entries/entries.repo.ts')
    const [entry] = await holdRow(work.db, { id: entries[0] ?? 0 })
    if (!entry) throw new Error('The entry is not there')
    const tags = await setTags(work, entry, new Set([ids.from, ids.kept]))
    await changeEntity(work, AUTHOR, entry, { tags, touch: false })
  })
  expect(await sweepOn(ctx, sweep, 5)).toBe(true)
  expect(await ctx.db.read.selectFrom('tags').select('tag').execute()).toEqual([{ tag: 'kept' }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('when the tag that another one becomes part of goes itself, both go', async () => {
  const lab = await tagged(3)
  const { ctx, as, admin, ada, ids } = lab
  const sweep = await letGo(lab, 'tag merged', ids.kept)
  await sweepOn(ctx, sweep, 1)
  expect((await as(admin).delete(`teams/1/tags/${ids.kept}`)).status).toBe(204)
  await sweepOn(ctx, sweep, 10)
  await drain(ctx)
  expect((await as(ada).get<Row[]>('teams/1/tags')).body).toEqual([])
  expect(await ctx.db.read.selectFrom('entity_tags').selectAll().execute()).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a tag that is going cannot be renamed, read or found, and its name is free', async () => {
  const lab = await tagged(2)
  const { as, admin, ids, entries } = lab
  await letGo(lab, 'tag deleted')
  const path = `teams/1/tags/${ids.from}`
  expect((await as(admin).get(path)).status).toBe(404)
  expect((await as(admin).patch(path, { action: 'updatetag', tag: 'x' })).status).toBe(404)
  expect((await as(admin).delete(path)).status).toBe(204)
  expect((await as(admin).post('favtags', { tag: 'from' })).status).toBe(400)
  expect((await as(admin).get<Row[]>('teams/1/tags?q=from')).body).toEqual([])
  expect((await as(admin).get<Row[]>(`teams/1/tags?q=${GOING}`)).body).toEqual([])
  await as(admin).post('teams/1/tags', { tag: 'from' })
  expect((await as(admin).get<Row[]>('teams/1/tags?q=from')).body).toHaveLength(1)
  expect(entries).toHaveLength(2)
})

test('a sweep that fails is not the answer, and others do not wait for it', async () => {
  const lab = await tagged(3)
  const { ctx } = lab
  const broken = { ...AUTHOR, kind: 'of a later version', subject_id: 1, into_id: null, created_at: ctx.now() }
  const id = await change(ctx, AUTHOR, (work) => repo.insert(work.db, broken))
  const sweep = await letGo(lab, 'tag deleted')
  await sweepNow(ctx, id)
  await expect.poll(() => repo.listIds(ctx.db.read), { timeout: 20_000 }).toEqual([{ id }])
  expect(await sweepOn(ctx, sweep, 1)).toBe(true)
  expect(await ctx.db.read.selectFrom('tags').select('tag').execute()).toEqual([{ tag: 'kept' }])
})

const AUTHOR = { userid: null, via: 'test', address: '' }

async function tagged(count: number) {
  const lab = await testApp()
  const [ada, admin] = [await lab.given.user(), await lab.given.user({ isAdmin: true })]
  const entries: number[] = []
  for (let n = 0; n < count; n++) entries.push(await lab.given.experiment(ada, { tags: ['from', 'kept'] }))
  const { body } = await lab.as(ada).get<Row[]>('teams/1/tags')
  const idOf = (name: string) => body.find(({ tag }) => tag === name)?.id ?? 0
  return {
    ctx: lab.ctx,
    as: lab.as,
    ada,
    admin,
    entries,
    ids: { from: idOf('from'), kept: idOf('kept') },
  }
}

/** Only the first step of the service, without the entries that follow. */
function letGo(
  { ctx, admin, ids }: Pick<Awaited<ReturnType<typeof tagged>>, 'ctx' | 'admin' | 'ids'>,
  kind: 'tag merged' | 'tag deleted',
  into: number | null = null,
): Promise<number> {
  const author = { userid: admin.id, via: 'test', address: '' }
  return change(ctx, author, async (work) => {
    const { hold } = await import('../tags/tags.repo.ts')
    const [tag] = await hold(work.db, { id: ids.from })
    if (!tag) throw new Error('The tag is not there')
    const { update } = await import('../tags/team-tags.repo.ts')
    const after = await update(work.db, tag, { tag: tag.tag, tag_key: `${GOING}${tag.id}` })
    const changes = { tag_key: { after: after.tag_key } }
    await work.record({
      chain: 0,
      subject: 'tag',
      subjectId: tag.id,
      verb: 'updated',
      changes,
      seal: sealOf(tagsTable, after),
    })
    return beginSweep(work, author, kind, ids.from, into)
  })
}

async function drain(ctx: TestApp['ctx']): Promise<void> {
  const sweeps = startSweeps(ctx)
  await expect.poll(() => repo.listIds(ctx.db.read), { timeout: 20_000 }).toEqual([])
  await sweeps.stop()
}
