import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test.each([
  ['HTML', 1],
  ['Markdown', 2],
])(
  'the ETag of an entry with %s changes with every part of its record, and with nothing else',
  async (_, content_type) => {
    const { as, given } = await testApp()
    const root = as(await given.user({ isSysadmin: true }))
    const ada = await given.user({ firstname: 'Ada', lastname: 'Moreau' })
    const bob = await given.user()
    const [mine, his] = [as(ada), as(bob)]
    const admin = as(await given.user({ isAdmin: true }))
    const category = await admin.post('teams/1/experiments_categories', { name: 'Cloning' })
    const id = await given.experiment(ada, { content_type, body: '<p>low</p>', category: category.id, tags: ['a'] })
    const other = await given.experiment(ada, { title: 'Other' })
    const path = `experiments/${id}`
    const read = async () => {
      const { raw, headers } = await mine.get(path)
      return { text: raw.toString(), etag: String(headers.etag) }
    }
    const file = { action: 'createfromstring', file_type: 'json', real_name: 'a', content: '{}' }
    const steps: Record<string, () => Promise<{ status: number }>> = {
      'its main text': () => mine.patch(path, { body: '<p>high</p>' }),
      'its main text, to one of the same length': () => mine.patch(path, { body: '<p>hugh</p>' }),
      'no main text': () => mine.patch(path, { body: '' }),
      'the type of the text': () => mine.patch(path, { content_type: 3 - content_type }),
      'extra fields': () => mine.patch(path, { metadata: { extra_fields: { Yield: { type: 'text', value: '4' } } } }),
      'a comment': () => his.post(`${path}/comments`, { comment: 'why?' }),
      'a tag': () => mine.post(`${path}/tags`, { tag: 'b' }),
      'a favourite tag': () => mine.post('favtags', { tag: 'a' }),
      'a pin': () => mine.patch(path, { action: 'pin' }),
      'the name of its category': () => admin.patch(`teams/1/experiments_categories/${category.id}`, { title: 'PCR' }),
      'the name of its owner': () => root.patch(`users/${ada.id}`, { lastname: 'Lovelace' }),
      'the name of who commented': () => root.patch(`users/${bob.id}`, { lastname: 'Carver' }),
      'a file': () => mine.post(`${path}/uploads`, file),
      'a step': () => mine.post(`${path}/steps`, { body: 'Weigh' }),
      'a link': () => mine.post(`${path}/experiments_links/${other}`, {}),
      'the title of a linked entry': () => mine.patch(`experiments/${other}`, { title: 'Another' }),
      'a link to it': () => mine.post(`experiments/${other}/experiments_links/${id}`, {}),
    }
    let before = await read()
    for (const [what, change] of Object.entries(steps)) {
      expect([what, (await mine.get(path, { 'if-none-match': before.etag })).status]).toEqual([what, 304])
      expect([200, 201], what).toContain((await change()).status)
      const after = await read()
      expect([what, after.text === before.text, after.etag === before.etag]).toEqual([what, false, false])
      before = after
    }
    // Another person has other favourites and pins.
    expect((await his.get(path)).headers.etag).not.toBe(before.etag)
  },
)
