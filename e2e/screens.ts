import type { Page } from 'playwright-core'

export interface Screen {
  name: string
  path: string
  /** Only for somebody who is signed in. */
  isInside: boolean
  /** Waits for what makes the screen itself. */
  ready(page: Page): Promise<void>
}

/** Every screen of a notebook that is in use, for pictures and checks that concern them all. */
export function screens({ entry }: { entry: number }): Screen[] {
  const inside = (name: string, path: string, ready = heading) => ({ name, path, isInside: true, ready })
  return [
    { name: 'sign-in', path: '/sign-in', isInside: false, ready: heading },
    inside('dashboard', '/'),
    inside('list', '/experiments'),
    inside('list-selected', '/experiments', async (page) => {
      await page.getByLabel('Select Buffer A, 2 L, pH 8.0').check()
      await page.getByRole('region', { name: '1 selected' }).waitFor()
    }),
    inside('list-empty', '/experiments?state=archived'),
    inside('trash', '/experiments?state=deleted'),
    inside('entry', `/experiments/${entry}`, mainText),
    inside('entry-history', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('heading', { name: 'History' }).waitFor()
    }),
    inside('palette', '/experiments', async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    }),
    inside('shortcuts', '/experiments', async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    }),
    inside('notifications', '/experiments', async (page) => {
      await page.getByRole('button', { name: /^(Notifications|News)/ }).click()
      await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
    }),
    ...['profile', 'password', 'look', 'sessions', 'keys'].map((section) =>
      inside(`account-${section}`, `/account/${section}`),
    ),
    inside('team', '/team'),
    ...['users', 'teams', 'audit', 'health'].map((section) => inside(`admin-${section}`, `/admin/${section}`)),
    inside('missing', '/nothing/here'),
  ]
}

/** The one that is there before the others. */
export function setupScreen(link: string): Screen {
  return { name: 'setup', path: link, isInside: false, ready: heading }
}

function heading(page: Page): Promise<void> {
  return page.getByRole('heading', { level: 1 }).waitFor()
}

function mainText(page: Page): Promise<void> {
  return page.getByRole('textbox', { name: 'Main text' }).waitFor()
}
