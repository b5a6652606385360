import type { Comment } from '@aliquot/contract/comments'
import type { Entity } from '@aliquot/contract/entities'
import type { Step } from '@aliquot/contract/steps'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { oneFile } from '../../../../test/forms.ts'
import { type TestApp, type TestUser, testApp } from '../../../../test/harness.ts'
import { readZip } from '../../../../test/zip-reader.ts'
import { LONG_UNITS } from '../../../records/written.ts'

const COMMENTS = 620
const IN_RECORD = 500

/** An entry whose children fill several pages. Several comments have the same time. */
async function fullEntry({ as, ctx, given }: TestApp): Promise<{ ada: TestUser; path: string }> {
  const ada = await given.user()
  const id = await given.experiment(ada)
  const path = `experiments/${id}`
  await as(ada).post(`${path}/comments`, { comment: 'first' })
  await as(ada).post(`${path}/steps`, { body: 'first' })
  await as(ada).postForm(`${path}/uploads`, oneFile('a.txt', 'words'))
  await ctx.db.write(async (db) => {
    for (let n = 1; n < COMMENTS; n++) {
      const at = `2031-01-01T00:00:${String(Math.floor(n / 30)).padStart(2, '0')}.000Z`
      const comment = `Comment ${n} "${'prose 😀 '.repeat(200)}"`
      const rest = { entity_id: id, userid: ada.id, immutable: 0, version: 1, created_at: at, modified_at: at }
      await db
        .insertInto('comments')
        .values({ ...rest, comment })
        .execute()
    }
    // Every third step has the position of another one.
    for (let n = 1; n < 200; n++) {
      const ordering = n % 3 === 0 ? 5 : n
      await db
        .insertInto('steps')
        .values({ entity_id: id, body: `Step ${n} <b>`, ordering })
        .execute()
    }
    const { id: _, ...file } = await db
      .selectFrom('uploads')
      .selectAll()
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    for (let n = 1; n < 200; n++) {
      await db
        .insertInto('uploads')
        .values({ ...file, real_name: `${n}.txt`, long_name: `many ${n}` })
        .execute()
    }
    await db.updateTable('entities').set({ files: 200 }).where('id', '=', id).execute()
  })
  return { ada, path }
}

test('a record of many children has the same as their own lists, also in its export and its refusal', async () => {
  const app = await testApp()
  const { ada, path } = await fullEntry(app)
  const client = app.as(ada)
  const comments = (await client.get<Comment[]>(`${path}/comments?limit=0`)).body
  const steps = (await client.get<Step[]>(`${path}/steps?limit=0`)).body
  const uploads = (await client.get<Upload[]>(`${path}/uploads?limit=0`)).body
  expect([comments.length, steps.length, uploads.length]).toEqual([COMMENTS, 200, 200])
  const page = await client.get<Comment[]>(`${path}/comments?limit=300&offset=20`)
  expect(page.body).toEqual(comments.slice(20, 320))

  const { body: record, headers, raw } = await client.get<Entity>(path)
  expect(raw.length).toBeGreaterThan(LONG_UNITS)
  expect(headers['content-length']).toBe(String(raw.length))
  expect(record.comments).toEqual(comments.slice(-IN_RECORD))
  expect(record.steps).toEqual(steps)
  expect(record.uploads).toEqual(uploads)
  const again = await client.get(path, { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)

  const refused = await client.patch<{ current: Entity }>(path, { title: 'Other' }, { 'if-match': '"999-x"' })
  expect(refused).toMatchObject({ status: 412, body: { code: 412, reason: 'request.stale' } })
  expect(refused.headers['content-length']).toBe(String(refused.raw.length))
  expect(refused.body.current).toEqual(record)

  const zip = readZip((await client.get(`${path}?format=zip&json=1`)).raw)
  const textOf = (ending: string) => String([...zip].find(([name]) => name.endsWith(ending))?.[1])
  const { data } = JSON.parse(textOf('export-elabftw.json')) as { data: Entity[] }
  expect(data[0]).toMatchObject({ comments: record.comments, steps, uploads, title: record.title })
  const html = textOf('entry.html')
  expect(html).toContain('Step 199 &lt;b&gt;')
  expect(html).toContain(`Comment ${COMMENTS - 1} &quot;`)
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
  expect(zip.size).toBe(202)
})

test('an entry with many files is copied, deleted and restored with all of them', async () => {
  const app = await testApp()
  const { ada, path } = await fullEntry(app)
  const client = app.as(ada)
  const namesOf = async (at: string) =>
    (await client.get<Upload[]>(`${at}/uploads?limit=0`)).body.map((file) => file.real_name)
  const names = await namesOf(path)
  const { id } = await client.post(path, { action: 'duplicate', copyFiles: true })
  expect(await namesOf(`experiments/${id}`)).toEqual(names)
  await client.delete(path)
  expect(await namesOf(path)).toEqual([])
  await client.patch(path, { action: 'restore' })
  expect(await namesOf(path)).toEqual(names)
})
