import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { searchedText } from '../lib/search-text.ts'
import { searchTokens } from '../lib/text.ts'
import { verify } from '../verify/verify.ts'
import { textJobs } from './jobs.ts'
import { NotReady, Texts } from './text-work.ts'

const LONG = 30_000
const DIRTY = '<table onclick=x><tr><td>gel<td>lane</table>'
const long = (part: string) => part.repeat(Math.ceil(LONG / part.length))

test('short texts are worked on at once, in a transaction too', () => {
  expect(new Texts(1).now('cleanHtml', '<p onclick=x>a</p>')).toBe('<p>a</p>')
})

test('a long text is not worked on while everybody waits', async () => {
  const texts = new Texts(1)
  const html = long(DIRTY)
  const notReady = thrownBy(() => texts.now('cleanHtml', html))
  expect(notReady).toBeInstanceOf(NotReady)
  await texts.finish(notReady as NotReady)
  expect(texts.now('cleanHtml', html)).toBe(textJobs.cleanHtml(html))
})

test('other requests are answered while a hostile text is cleaned', async () => {
  const texts = new Texts(1)
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const cleaned = await texts.later('cleanHtml', DIRTY.repeat(30_000))
  clearInterval(timer)
  expect(cleaned).toMatch(/^<table>/)
  expect(turns).toBeGreaterThan(5)
})

test('Markdown that may take long is rendered elsewhere, though it is short', () => {
  expect(thrownBy(() => new Texts(1).now('renderMarkdown', '![['.repeat(900)))).toBeInstanceOf(NotReady)
  expect(thrownBy(() => new Texts(1).now('renderMarkdown', 'Spin it. '.repeat(300)))).toBeUndefined()
})

test.runIf(process.platform === 'linux')('threads for long texts give way to requests', async () => {
  await new Texts(1).later('searchedText', long('a b '), 2)
  const own = getPriority(process.pid)
  const others = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  expect(others.some((priority) => priority > own || own === 19)).toBe(true)
})

test('who sends more long texts than can be waited for is told so, and others are not', async () => {
  const many = Array.from({ length: 30 }, () => new Texts(7).later('searchedText', long('a b '), 2))
  const other = new Texts(8).later('searchedText', long('a b '), 2)
  const results = await Promise.allSettled(many)
  expect(results.filter(({ status }) => status === 'rejected')).not.toHaveLength(0)
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ status: 429 })
  expect(await other).toBe(long('a b ').trim())
})

test('a save is not held up by very long texts of others', async () => {
  const finished: string[] = []
  const note = (name: string) => () => finished.push(name)
  const hostile = '<p '.repeat(400_000)
  const heavy = [7, 7, 7, 9, 9].map((person) => new Texts(person).later('cleanHtml', `${hostile}>`).then(note('heavy')))
  const saved = new Texts(8).later('cleanHtml', long(DIRTY)).then(note('saved'))
  await Promise.all([...heavy, saved])
  // On a busy machine its thread may start after the first of them is done. It never waits for all.
  expect(finished.indexOf('saved')).toBeLessThan(3)
})

test('the searched form of a text has the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(searchTokens(searchedText(text, 2))).toEqual(searchTokens(text))
    }),
  )
})

test('a long text is stored, found, changed, appended to, copied and verified like a short one', async () => {
  const { as, ctx, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Long', body: long(`${DIRTY}centrifuge`) })
  const read = async (entry = id) => (await user.get<{ body: string; body_html: string }>(`experiments/${entry}`)).body
  const cleaned = textJobs.cleanHtml(long(`${DIRTY}centrifuge`))
  expect((await read()).body).toBe(cleaned)

  const appended = await user.patch<{ body: string }>(`experiments/${id}`, { bodyappend: '<p onclick=x>pipette</p>' })
  expect(appended.body.body).toBe(`${cleaned}<p>pipette</p>`)
  expect(await found('pipette')).toEqual([id])
  expect(await found('centrifuge')).toEqual([id])

  await user.post(`experiments/${id}/tags`, { tag: 'chromatography' })
  expect(await found('chromatography')).toEqual([id])
  const copy = await user.post(`experiments/${id}`, { action: 'duplicate' })
  // The work comes before any write: a rollback would leave dead rows on PostgreSQL and waste ids.
  expect(copy.id).toBe(Number(id) + 1)
  expect((await read(copy.id)).body).toBe(`${cleaned}<p>pipette</p>`)

  const markdown = long('# Title <b onclick=x>bold</b>\n\n')
  const changed = await user.patch<{ body: string; body_html: string }>(`experiments/${id}`, {
    body: markdown,
    content_type: 2,
  })
  expect(changed.body.body).toBe(markdown)
  expect(changed.body.body_html).not.toContain('<b onclick')
  const back = await user.patch<{ body: string }>(`experiments/${id}`, { content_type: 1 })
  expect(back.body.body).toBe(textJobs.cleanHtml(markdown))
  expect((await verify(ctx.db)).findings).toEqual([])

  async function found(q: string): Promise<number[]> {
    return (await user.get<{ id: number }[]>(`experiments?q=${q}`)).body.map((row) => row.id)
  }
})

test('people who change the same long text at once all get their turn', async () => {
  const { as, ctx, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { body: long('<p>start</p>') })
  const saves = Array.from({ length: 4 }, (_, n) => user.patch(`experiments/${id}`, { bodyappend: `<p>${n}</p>` }))
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { body } = await user.get<{ body: string }>(`experiments/${id}`)
  expect([...body.body.matchAll(/<p>(\d)<\/p>/g)].map((match) => match[1]).sort()).toEqual(['0', '1', '2', '3'])
  expect((await verify(ctx.db)).findings).toEqual([])
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
