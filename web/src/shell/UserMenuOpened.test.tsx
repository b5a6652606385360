import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../test/page.tsx'
import { givenService } from '../../test/service.ts'
import { UserMenuOpened } from './UserMenuOpened.tsx'

test('the menu leads to what the bar of a phone has no room for, and keys are for keyboards', async () => {
  givenService({ 'GET /session': { userid: 1, email: 'ada@example.org', teams: [], is_sysadmin: 0, timezone: 'UTC' } })
  const dialogs = { open: undefined, show() {}, close() {}, toggle() {} }
  showPage(
    <Suspense>
      <UserMenuOpened dialogs={dialogs} target={<button type="button">Menu</button>} />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('To do')
  const item = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) =>
      textContent?.includes(name),
    )
  expect(item('To do')?.getAttribute('href')).toBe('/to-do')
  expect(item('To do')?.className).toContain('hidden-from-sm')
  expect(item('Keyboard shortcuts')?.className).toContain('visible-from-sm')
})
