import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Actor } from '../access/actor.ts'
import { change } from '../change.ts'
import { openDatabase } from '../db/open.ts'
import { addComment } from '../features/comments/comments.service.ts'
import { verify } from '../verify/verify.ts'
import { type Happening, hashEvent, SYSTEM } from './record.ts'

test('each event goes on where its chain ended, whoever wrote that end and whatever was refused since', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const actor: Actor = {
    ...{ userid: ada.id, team: ada.team, teams: [ada.team], via: 'test', address: '' },
    ...{ isAdmin: false, isSysadmin: false, canWrite: true },
  }
  const comment = (here = ctx) => addComment(here, actor, { entity_type: 'experiments', id }, 'a')
  const refuse = () =>
    change(ctx, actor, async (work) => {
      await work.record({ chain: id, subject: 'comment', subjectId: 9, verb: 'created', changes: {}, seal: null })
      throw new Error('refused')
    })
  const outcomes = async (...changes: Promise<unknown>[]) =>
    (await Promise.allSettled(changes)).map(({ status }) => status === 'fulfilled')

  await comment()
  const other = await openDatabase(ctx.config)
  await comment({ ...ctx, db: other })
  await other.close()
  await comment()
  // The first group meets an unexpected refusal and the second an expected one; then one runs alone.
  expect(await outcomes(comment(), refuse(), comment())).toEqual([true, false, true])
  expect(await outcomes(comment(), refuse(), comment())).toEqual([true, false, true])
  expect(await outcomes(refuse())).toEqual([false])
  await comment()

  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  expect(await ctx.db.read.selectFrom('comments').select('id').execute()).toHaveLength(8)
})

test('many events at once are stored as one by one, in a chain that exists and in a new one', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const known = [await given.experiment(ada), await given.experiment(ada)] as const
  const author = { ...SYSTEM, address: '::1' }
  for (const [atOnce, oneByOne] of [known, [70_001, 70_002]] as const) {
    await change(ctx, author, (work) => work.recordAll(eventsOf(atOnce)))
    for (const event of eventsOf(oneByOne)) await change(ctx, author, (work) => work.record(event))
    expect(await shownIn(atOnce)).toEqual(await shownIn(oneByOne))
    await requireChain(atOnce)
  }

  function eventsOf(chain: number): Happening[] {
    const event = { chain, subject: 'comment', subjectId: 7, verb: 'updated' } as const
    const values = ['"quoted"', '\\u0000', 'ünïcode \u{1f9ea}', "it's", '', 1.5, null]
    const plain = values.map((after) => ({ ...event, seal: null, changes: { 'a "field"\\': { before: null, after } } }))
    return [...plain, { ...event, seal: 'ab12', changes: {}, reason: 'its “reason”\n\t\u{1f9ea}', continues: true }]
  }

  function storedIn(chain: number) {
    return ctx.db.read.selectFrom('events').selectAll().where('chain', '=', chain).orderBy('position').execute()
  }

  async function shownIn(chain: number) {
    return (await storedIn(chain)).slice(-8).map(({ id, chain, at, hash, prev_hash, ...rest }) => rest)
  }

  async function requireChain(chain: number): Promise<void> {
    const events = await storedIn(chain)
    expect(events.map(({ prev_hash }) => prev_hash)).toEqual(['', ...events.slice(0, -1).map(({ hash }) => hash)])
    expect(events.map(({ id, hash, ...event }) => hashEvent(event))).toEqual(events.map(({ hash }) => hash))
    const head = await ctx.db.read.selectFrom('chains').selectAll().where('chain', '=', chain).executeTakeFirst()
    expect(head).toEqual({ chain, length: events.length, head: events.at(-1)?.hash })
  }
})
