import type { Session } from '@aliquot/contract/session'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { findField, press, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { AudienceInput } from './AudienceInput.tsx'

const ADA: Partial<Session> = { userid: 1, fullname: 'Ada Love', team: 1, timezone: 'UTC' }
const KENJI = { userid: 4, fullname: 'Kenji Tanaka', email: 'kenji@example.org' }

/** The field, over a service that knows a team `Okafor lab` and has not found any people yet. */
async function openField(groups: object = []) {
  const { promise, resolve } = Promise.withResolvers<object>()
  givenService({
    'GET /session': ADA,
    'GET /teams/1/teamgroups': groups,
    'GET /teams': [{ id: 2, name: 'Okafor lab' }],
    'GET /users': () => promise,
  })
  const pick = vi.fn()
  showPage(
    <Suspense>
      <AudienceInput without={[]} pick={pick} />
    </Suspense>,
  )
  const field = await findField('Add people, groups or teams')
  field.focus()
  return { field, pick, findPeople: resolve }
}

function options(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="option"]')]
}

/** The option that looks chosen and that a screen reader is told of. */
function marked(field: Element): string | undefined {
  const shown = options().filter((one) => one.hasAttribute('data-combobox-selected'))
  const told = field.getAttribute('aria-activedescendant')
  if (shown.length === 0 && !told) return undefined
  expect(shown.map(({ id }) => id)).toEqual([told])
  expect(shown[0]?.getAttribute('aria-selected')).toBe('true')
  return shown[0]?.textContent ?? ''
}

test('Enter takes what is marked, also after people have come above a team', async () => {
  const { field, pick, findPeople } = await openField()
  type(field, 'k')
  await expect.poll(() => options().map(({ textContent }) => textContent)).toEqual(['Okafor lab'])
  findPeople([KENJI])
  await expect.poll(() => options().length).toBe(2)
  await expect.poll(() => marked(field)).toBe('Kenji Tanaka · kenji@example.org')

  press(field, 'Enter', { code: 'Enter' })

  expect(pick.mock.calls).toEqual([[{ kind: 'users', id: 4 }, 'Kenji Tanaka', false]])
})

test('nothing is marked before the people are known, and Enter waits for them', async () => {
  const { field, pick, findPeople } = await openField()
  type(field, 'k')
  await expect.poll(() => options().length).toBe(1)
  expect(marked(field)).toBeUndefined()
  press(field, 'Enter', { code: 'Enter' })
  expect(pick).not.toHaveBeenCalled()

  findPeople([KENJI])

  await expect.poll(() => pick.mock.calls).toEqual([[{ kind: 'users', id: 4 }, 'Kenji Tanaka', false]])
})

test('what the arrows chose stays chosen when people come', async () => {
  const { field, pick, findPeople } = await openField()
  type(field, 'k')
  await expect.poll(() => options().length).toBe(1)
  press(field, 'ArrowDown', { code: 'ArrowDown' })
  await expect.poll(() => marked(field)).toBe('Okafor lab')
  findPeople([KENJI])
  await expect.poll(() => options().length).toBe(2)
  expect(marked(field)).toBe('Okafor lab')

  press(field, 'Enter', { code: 'Enter' })

  expect(pick.mock.calls).toEqual([[{ kind: 'teams', id: 2 }, 'Okafor lab', false]])
})

test('Escape closes the suggestions, and Enter then takes none of them', async () => {
  const { field, pick, findPeople } = await openField()
  findPeople([KENJI])
  type(field, 'k')
  await expect.poll(() => options().length).toBe(2)
  press(field, 'Escape', { code: 'Escape' })
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
  press(field, 'Enter', { code: 'Enter' })
  expect(pick).not.toHaveBeenCalled()
})

test('the focus alone covers nothing below; a click shows the groups', async () => {
  const { field } = await openField({ 3: { id: 3, name: 'GFP project', users: [] } })
  await expect.poll(() => options().map(({ textContent }) => textContent)).toEqual(['GFP project'])
  expect(field.getAttribute('aria-expanded')).toBe('false')
  field.click()
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
})
