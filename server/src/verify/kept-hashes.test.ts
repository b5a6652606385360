import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { listCheckpoints, makeCheckpoints } from '../journal/checkpoints.ts'
import { hashesIn } from './kept-hashes.ts'
import { verify } from './verify.ts'

test('hashes of checkpoints that were kept elsewhere tell when the whole journal was rewritten', async () => {
  const { ctx, given } = await testApp()
  await given.user()
  const told: string[] = []
  await makeCheckpoints(ctx, ({ hash }) => void told.push(hash))
  const [checkpoint] = await listCheckpoints(ctx.db.read, 10)
  expect(told).toEqual([checkpoint?.hash])
  const kept = hashesIn(`{"msg":"checkpoint of the journal","hash":"${checkpoint?.hash}"}\nno hash here`)
  expect(kept).toEqual(told)
  expect(await verify(ctx.db, undefined, undefined, kept)).toMatchObject({ ok: true })
  const other = 'ab'.repeat(32)
  expect(await verify(ctx.db, undefined, undefined, [...kept, other])).toMatchObject({
    ok: false,
    findings: [{ table: 'checkpoints', message: expect.stringContaining(`no checkpoint has the hash ${other}`) }],
  })
})
