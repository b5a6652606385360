import type { Page } from 'playwright-core'

export interface Screen {
  name: string
  path: string
  /** Only for somebody who is signed in. */
  isInside: boolean
  /** Waits for what makes the screen itself. */
  ready(page: Page): Promise<void>
}

/** Every screen of the interface, for pictures and checks that concern them all. */
export function screens({ entry, setupLink }: { entry: number; setupLink?: string }): Screen[] {
  const inside = (name: string, path: string, ready = heading) => ({ name, path, isInside: true, ready })
  return [
    ...(setupLink ? [{ name: 'setup', path: setupLink, isInside: false, ready: heading }] : []),
    { name: 'sign-in', path: '/sign-in', isInside: false, ready: heading },
    inside('dashboard', '/'),
    inside('list', '/experiments'),
    inside('entry', `/experiments/${entry}`, (page) => page.getByRole('textbox', { name: 'Main text' }).waitFor()),
    inside('account', '/account'),
    inside('missing', '/nothing/here'),
  ]
}

function heading(page: Page): Promise<void> {
  return page.getByRole('heading', { level: 1 }).waitFor()
}
