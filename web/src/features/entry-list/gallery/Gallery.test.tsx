import { expect, test } from 'vitest'
import { listRow } from '../../../../test/list-rows.ts'
import { shownText, showPage } from '../../../../test/page.tsx'
import { givenService } from '../../../../test/service.ts'
import { ListType } from '../list-type.ts'
import { Gallery } from './Gallery.tsx'
import { initialsOf } from './initials.ts'

test('cards have the first picture of their entry, or initials', async () => {
  let asked = ''
  givenService({
    'GET /items': [
      listRow(2, { title: 'Anti-GFP, goat', category_title: 'Antibody', status_title: 'Open' }),
      listRow(1, { title: 'Plate reader' }),
    ],
    'GET /entity_covers/items': (request) => {
      asked = new URL(request.url).searchParams.get('id') ?? ''
      return [{ entity_id: 1, upload_id: 9 }]
    },
  })
  showPage(
    <ListType value="items">
      <Gallery shown={{}} />
    </ListType>,
  )
  await expect.poll(() => document.querySelector('img')).not.toBeNull()
  expect(asked).toBe('1,2')
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/v2/items/1/uploads/9?format=thumbnail')
  expect(document.querySelector('img')?.closest('li')?.textContent).toContain('Plate reader')
  expect(shownText()).toContain('AGAnti-GFP, goatOpenAntibody')
})

test.each([
  ['Anti-GFP, goat', 'AG'],
  ['étuve', 'É'],
  ['— ?', '?'],
])('the initials of %s are %s', (title, initials) => expect(initialsOf(title)).toBe(initials))
