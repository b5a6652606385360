import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import type { Actor } from '../access/actor.ts'
import { change } from '../change.ts'
import { openDatabase } from '../db/open.ts'
import { addComment } from '../features/comments/comments.service.ts'
import { verify } from '../verify/verify.ts'

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
