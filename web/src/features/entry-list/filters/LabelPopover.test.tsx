import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { buttonNow, findField, shownText, showPage } from '../../../../test/page.tsx'
import { givenService } from '../../../../test/service.ts'
import { LabelPopover } from './LabelPopover.tsx'

test('a filter that applies at once has no button to end it', async () => {
  givenService({
    'GET /session': { userid: 1, team: 3 },
    'GET /teams/3/experiments_categories': [{ id: 7, title: 'Cloning', color: '0f766e', state: 1 }],
  })
  const pick = vi.fn()
  showPage(
    <Suspense>
      <LabelPopover
        {...{ field: 'category', kind: 'experiments_categories', ids: [], pick }}
        {...{ target: <button type="button">Category</button>, isOpen: true, close: () => {} }}
      />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('Cloning')
  ;(await findField('Cloning')).click()
  expect(pick).toHaveBeenCalledWith([7])
  expect(buttonNow('Done')).toBeNull()
})
