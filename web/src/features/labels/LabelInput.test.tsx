import { afterEach, expect, test, vi } from 'vitest'
import { findButton, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { LabelInput } from './LabelInput.tsx'

const SESSION = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [], timezone: 'UTC' }

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a mouse, the search has the keyboard', false],
  ['a finger, no screen keyboard covers the list', true],
])('with %s', async (_, isTouch) => {
  givenService({
    'GET /session': SESSION,
    'GET /teams/current': {},
    'GET /teams/1/experiments_status': [],
    'GET /teams/current/experiments_status': [],
  })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouch && query.includes('coarse'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  showPage(
    <LabelInput
      type="experiments"
      field="status"
      value={null}
      title={null}
      color={null}
      isReadOnly={false}
      save={() => {}}
    />,
  )
  ;(await findButton('Status: Set status')).click()
  const search = () => document.querySelector('input[role="combobox"]')
  await expect.poll(search).not.toBe(null)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement === search()).toBe(!isTouch)
})
