import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { EmptyList } from './EmptyList.tsx'

const show = (search: object) => showPage(<EmptyList search={search} create={() => {}} />)

test.each(['heat', 'heat shock', 'Ada’s gel', '12:30'])('who typed only words is told so plainly: %s', async (q) => {
  show({ q })
  await expect.poll(shownText).toContain(`Nothing matches “${q}”. Check the spelling`)
  expect(shownText()).not.toContain('title:')
})

test.each(['tag:yeats', '"heat shock"', 'heat OR cold', '!heat', 'h%k'])(
  'who typed a query is reminded of how one is written: %s',
  async (q) => {
    show({ q })
    await expect.poll(shownText).toContain('title:"heat shock" AND NOT status:fail')
  },
)

test('with other filters, these may be what hides the entry', async () => {
  show({ q: 'heat', rating: 3 })
  await expect.poll(shownText).toContain('Try fewer words or clear the filters')
  expect(shownText()).not.toContain('title:')
})
