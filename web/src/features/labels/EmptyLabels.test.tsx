import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { findButton, findField, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { LabelInput } from './LabelInput.tsx'

async function open(person: object, labels: readonly object[] = []) {
  givenService({
    'GET /session': { userid: 1, team: 3, can_write: 1, ...person },
    'GET /teams/3': { id: 3 },
    'GET /teams/3/experiments_categories': labels,
  })
  showPage(
    <Suspense>
      <LabelInput
        {...{ type: 'experiments', field: 'category', value: null, title: null, color: null }}
        {...{ isReadOnly: false, save: () => {} }}
      />
    </Suspense>,
  )
  ;(await findButton('Category: Set category')).click()
  return findField('Set category')
}

test('an empty menu of categories says so before a name is typed, and how to create one', async () => {
  const search = await open({ is_admin: 1 })
  await expect.poll(shownText).toContain('No categories yet. Type to create one.')
  expect(shownText()).not.toContain('No match')
  type(search, 'Cloning')
  await expect.poll(shownText).toContain('Create “Cloning”')
  expect(shownText()).not.toContain('No categories yet')
})

test('those who may not create one are told only that there is none, or that none matches', async () => {
  const search = await open({ is_admin: 0 })
  await expect.poll(shownText).toContain('No categories yet.')
  expect(shownText()).not.toContain('Type to create')
  type(search, 'Cloning')
  await expect.poll(shownText).toContain('No match')
})
