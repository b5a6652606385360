import type { EntityCover } from '@aliquot/contract/entity-covers'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../../test/entries.ts'
import { testApp } from '../../../../test/harness.ts'

test('the first picture of each readable entry is its cover', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const bob = await given.user()
  const ids = await insertEntries(
    ctx,
    [30, 30, 30, 10].map((canread_base) => ({ team: 1, userid: bob.id, type: 2, canread_base })),
  )
  const [plate = 0, paper = 0, bare = 0, secret = 0] = ids
  let made = 0
  const files = (entity_id: number, ...mimes: string[]) =>
    mimes.map((mime) => {
      const hash = String(++made).padStart(64, '0')
      const at = ctx.now()
      const names = { real_name: `${made}`, long_name: `ab/${hash}`, comment: null, mime, hash }
      const states = { state: 1, parked_state: null, created_at: at, modified_at: at, replaces: null }
      return { entity_id, userid: bob.id, filesize: 3, ...names, ...states }
    })
  const rows = [
    ...files(plate, 'text/csv', 'image/png', 'image/png'),
    ...files(paper, 'application/pdf'),
    ...files(bare, 'image/png'),
    ...files(secret, 'image/png'),
  ]
  await ctx.db.write(async (db) => {
    await db.insertInto('uploads').values(rows).execute()
    // The only picture of the third entry has no thumbnail.
    const pictured = rows.filter(({ entity_id }) => entity_id !== bare)
    const made = { version: 1, pages: null, problem: null, made_at: ctx.now(), words: '', text: null }
    const previews = pictured.map(({ hash }) => ({ hash, thumbnail: Buffer.from('png'), ...made }))
    await db.insertInto('previews').values(previews).execute()
  })
  const covers = async (who: typeof ada, query: string) => {
    const { status, body } = await as(who).get<EntityCover[]>(`entity_covers/items${query}`)
    expect(status).toBe(200)
    return body.map(({ entity_id }) => entity_id)
  }
  const { body } = await as(ada).get<EntityCover[]>(`entity_covers/items?id=${ids.join()}`)
  const [cover] = await ctx.db.read.selectFrom('uploads').select('id').where('real_name', '=', '2').execute()
  expect(body).toEqual([{ entity_id: plate, upload_id: cover?.id }])
  expect(await covers(bob, `?id=${ids.join()}`)).toEqual([plate, secret])
  expect(await covers(ada, '')).toEqual([])
  expect(await covers(ada, `?id=${secret},999999`)).toEqual([])
})
