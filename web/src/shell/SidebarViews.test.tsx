import { expect, test } from 'vitest'
import { shownText, showPage } from '../../test/page.tsx'
import { givenService } from '../../test/service.ts'
import { SidebarViews } from './SidebarViews.tsx'

test('the sidebar has the saved views as links to their lists', async () => {
  const view = { userid: 1, fullname: 'Ada Moreau', is_shared: 0 }
  givenService({
    'GET /views': [
      { ...view, id: 1, name: 'Running PCRs', entity_type: 'experiments', search: '{"status":[3]}' },
      { ...view, id: 2, name: 'Antibodies', entity_type: 'items', search: '{"category":[4]}' },
    ],
  })
  showPage(<SidebarViews />)
  await expect.poll(shownText).toContain('Running PCRs')
  const links = [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  expect(links).toEqual(['/experiments?status=[3]', '/resources?category=[4]'])
})

test('without views there is no heading for them', async () => {
  const service = givenService({ 'GET /views': [] })
  showPage(<SidebarViews />)
  await expect.poll(() => service.asked).toEqual(['GET /views'])
  expect(shownText()).toBe('')
})
