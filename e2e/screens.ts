import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Notebook } from './notebook.ts'
import { untilQuiet } from './quiet.ts'
import type { Sample } from './sample-notebook.ts'

export interface Screen {
  name: string
  path: string
  /** Requires a sign-in. */
  isInside: boolean
  /** Waits for the content of the screen. */
  ready(page: Page): Promise<void>
}

/** The screens of an unused notebook: before there is an account, and right after. */
export const setupScreen = (link: string): Screen => outside('setup', link)
export const firstScreens: readonly Screen[] = [
  inside('dashboard-empty', '/', (page) => page.getByText('Your notebook is ready').waitFor()),
  inside('list-first', '/experiments'),
]

/** All components in all states, in builds with it. */
export const designScreen: Screen = {
  ...outside('design', '/design'),
  ready: (page) => page.locator('[data-ready]').waitFor(),
}

/** Every screen of a notebook in use, for screenshots and checks. */
export function screens(notebook: Notebook, sample: Sample): Screen[] {
  const named = namedScreens(notebook, sample)
  return [...named, ...otherPages(named)]
}

/** Pages that no screen opens yet, in their initial state. */
function otherPages(named: readonly Screen[]): Screen[] {
  const routes = readFileSync(join(import.meta.dirname, '../web/src/routes.tsx'), 'utf8')
  const pages = Array.from(routes.matchAll(/=> inside,\s+path: '(\/[\w-]*)'/g), ([, path]) => path ?? '')
  return pages
    .filter((path) => !named.some((screen) => screen.path.split('?')[0] === path))
    .map((path) => inside(path.slice(1), path))
}

async function createWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByLabel('Address').fill('https://receiver.invalid/aliquot/of/the/freezers/in/the/basement')
  await page.getByText('Only some changes').click()
  await page.getByLabel('Comments').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { name: 'Your new webhook' }).waitFor()
}

function namedScreens(notebook: Notebook, sample: Sample): Screen[] {
  const { entry, markdown, foreign, locked, resource, template, passwordLink, sharePath } = sample
  return [
    outside('sign-in', '/sign-in'),
    outside('setup-done', '/setup?token=x'),
    outside('set-password', passwordLink),
    inside('dashboard', '/'),
    inside('user-menu', '/', async (page) => {
      await heading(page)
      await page
        .getByRole('button', { name: /^(Ada Moreau|Account)/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    }),
    ...listScreens(),
    outside('share-page', sharePath),
    outside('shared-nothing', '/share/experiments/999999?key=x'),
    inside('template-chooser', '/resources', async (page) => {
      await page.getByRole('button', { name: 'New from template' }).click()
      await page.getByLabel('Search templates').waitFor()
    }),
    inside('list-views', '/experiments?view=table', async (page) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByLabel('View name').waitFor()
    }),
    inside('list-columns', '/experiments?view=table', async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('button', { name: 'Reset columns' }).waitFor()
    }),
    inside('entry', `/experiments/${entry}`, mainText),
    inside('entry-end', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByLabel('Write a comment').scrollIntoViewIfNeeded()
    }),
    inside('entry-steps', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'Actions for “Run a gel of all fractions”' }).click()
      await page.getByRole('menuitem', { name: 'Change deadline' }).click()
      await page.getByLabel('Remind me 30 min before').scrollIntoViewIfNeeded()
    }),
    inside('entry-step-menu', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'Actions for “Run a gel of all fractions”' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).scrollIntoViewIfNeeded()
    }),
    inside('entry-links', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('combobox', { name: 'Add link' }).fill('buff')
      await page.getByRole('option', { name: /Buffer A, 2 L/ }).waitFor()
      await page.getByRole('heading', { name: 'Linked from' }).scrollIntoViewIfNeeded()
    }),
    ...(['Graph', 'List'] as const).map((view) =>
      inside(`entry-links-${view.toLowerCase()}`, `/experiments/${entry}`, async (page) => {
        await mainText(page)
        await page.getByRole('button', { name: 'Show graph' }).click()
        await page.getByRole('radio', { name: view }).check({ force: true })
        await page
          .getByRole('dialog')
          .getByRole('link', { name: /Crystals of the 150 mM/ })
          .waitFor()
      }),
    ),
    inside('entry-ask', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Request review, lock' }).click()
      await page.getByRole('combobox', { name: 'Recipient' }).fill('grace')
      await page.getByRole('option', { name: /Grace Hopper/ }).waitFor()
    }),
    inside('entry-markdown', `/experiments/${markdown}`, mainText),
    inside('entry-markdown-read', `/experiments/${markdown}`, async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('heading', { name: 'Buffer A', exact: true }).waitFor()
    }),
    inside('entry-foreign', `/experiments/${foreign}`, (page) => page.getByText('End of the report').waitFor()),
    inside('entry-locked', `/experiments/${locked}`, (page) => page.getByText('No change above').waitFor()),
    inside('entry-missing', '/experiments/999999'),
    inside('entry-menu', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    }),
    inside('entry-share', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: /^Share .*\(/ }).click()
      await page.getByRole('radiogroup', { name: 'Can edit' }).waitFor()
    }),
    inside('entry-slash-menu', '/experiments', async (page) => {
      const id = await notebook.experiment(sample.cookie, { title: 'Plasmid prep', body: '<p>Pellet frozen.</p>' })
      await page.goto(`/experiments/${id}`)
      await page.getByRole('textbox', { name: 'Main text' }).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' /')
      await page.getByRole('option').filter({ visible: true }).first().waitFor()
    }),
    inside('entry-add-field', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).waitFor()
    }),
    inside('entry-history', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'History' }).click()
      await page
        .getByText(/finished (a step|\d+ steps)/)
        .first()
        .waitFor()
    }),
    inside('entry-files', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByText('gel-of-all-fractions.png').first().scrollIntoViewIfNeeded()
    }),
    ...['gel-of-all-fractions.png', 'fractions.csv', 'protocol.pdf', 'chromatogram'].map((name) =>
      inside(`entry-file-${name.replace(/.*\./, '')}`, `/experiments/${entry}`, async (page) => {
        await mainText(page)
        await page
          .getByRole('region', { name: 'Files' })
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .click()
        await page.getByRole('dialog', { name }).locator('img, table, details').first().waitFor()
      }),
    ),
    inside('entry-file-plot', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: /^fractions\.csv/ })
        .click()
      const viewer = page.getByRole('dialog', { name: 'fractions.csv' })
      await viewer.getByRole('radio', { name: 'Plot' }).check({ force: true })
      await viewer.locator('canvas').first().waitFor()
    }),
    inside('entry-moments', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('button', { name: 'View this version' }).first().click()
      const past = page.getByRole('region', { name: 'Earlier version' })
      await past.getByLabel('Compare with').selectOption('now')
      await page.getByRole('slider', { name: 'Version' }).focus()
      await page.keyboard.press('Home')
      await past.getByRole('region', { name: 'Differences' }).waitFor()
    }),
    inside(
      'entry-past',
      `/experiments/${entry}?as_of=${encodeURIComponent(new Date().toISOString())}`,
      async (page) => {
        await page.getByRole('region', { name: 'Earlier version' }).getByRole('table').first().waitFor()
      },
    ),
    inside('entry-focus', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.keyboard.press('Control+Shift+f')
      await page.locator('html[data-focus-mode]').waitFor({ state: 'attached' })
    }),
    inside('entry-export', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: /^Export/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('entry-conflict', '/experiments', (page) => conflict(page, notebook, sample)),
    inside('palette', '/experiments', async (page) => {
      await heading(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    }),
    inside('palette-found', '/experiments', async (page) => {
      await heading(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('gfp')
      await page.getByRole('option', { name: /Melting curve/ }).waitFor()
    }),
    inside('palette-level', `/experiments/${entry}`, async (page) => {
      await mainText(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('set status')
      await page.getByRole('option', { name: 'Set status…', selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: 'Success' }).waitFor()
    }),
    inside('offline', '/experiments', async (page) => {
      await heading(page)
      await untilQuiet(page)
      // Only this page, not the ones after it.
      const tools = await page.context().newCDPSession(page)
      const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
      await tools.send('Network.emulateNetworkConditions', conditions)
      await page
        .getByRole('status')
        .filter({ hasText: /offline/i })
        .first()
        .waitFor()
    }),
    ...['Start an experiment', 'Write, and it is saved'].map((title, at) =>
      inside(`tour-${at + 1}`, '/experiments', async (page) => {
        await heading(page)
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
        await page.keyboard.type('tour')
        await page.getByRole('option', { name: /tour/i, selected: true }).waitFor()
        await page.keyboard.press('Enter')
        for (let step = 0; step < at; step++) await page.getByRole('button', { name: 'Next' }).click()
        await page.getByText(title).waitFor()
        // The tooltip of what the pointer came to lie on is no part of the tour.
        await page.mouse.move(0, 0)
        await page.getByRole('tooltip').waitFor({ state: 'detached' })
      }),
    ),
    inside('shortcuts', '/experiments', async (page) => {
      await heading(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    }),
    inside('notifications', '/experiments', async (page) => {
      await page
        .getByRole('button', { name: /^Notifications/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('dialog', { name: /^Notifications/ }).waitFor()
    }),
    inside('notifications-page', '/notifications'),
    ...[
      'profile',
      'password',
      'look',
      'writing',
      'paper',
      'notifications',
      'files',
      'sessions',
      'keys',
      'webhooks',
    ].map((section) => inside(`account-${section}`, `/account/${section}`)),
    inside('account-new-key', '/account/keys', async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Freezer monitor')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    }),
    inside('account-deposit-key', '/account/keys', async (page) => {
      await page.getByText('Deposit only', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Creates entries from' }).fill('a')
      await page.getByRole('option').first().waitFor()
    }),
    inside('account-new-webhook', '/account/webhooks', createWebhook),
    inside('account-webhook-log', '/account/webhooks', async (page) => {
      await createWebhook(page)
      await page.getByRole('button', { name: 'Done' }).click()
      const more = page.getByRole('button', { name: /^More for/ }).first()
      await more.click()
      await page.getByRole('menuitem', { name: 'Send test' }).click()
      await page.getByText(/The test failed/).waitFor()
      await more.click()
      await page.getByRole('menuitem', { name: 'Deliveries' }).click()
      await page.getByRole('list', { name: 'Deliveries' }).waitFor()
    }),
    inside('team', '/team'),
    ...['labels', 'tags', 'groups', 'settings', 'webhooks', 'instruments'].map((section) =>
      inside(`team-${section}`, `/team/${section}`),
    ),
    inside('team-color', '/team/labels', async (page) => {
      await page.getByRole('button', { name: 'Colour of Running' }).click()
      await page.getByRole('radio', { name: 'Blue' }).waitFor()
    }),
    inside('team-merge', '/team/tags', async (page) => {
      await page.getByRole('button', { name: 'Rename buffer' }).click()
      await page.getByLabel('Rename buffer').fill('gfp')
      await page.getByText('will be merged').waitFor()
    }),
    inside('team-new-instrument', '/team/instruments', async (page) => {
      await page.getByRole('button', { name: 'Set up an instrument' }).click()
      await page.getByText('npx aliquot watch').waitFor()
    }),
    inside('team-invite', '/team', async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByLabel('First name').waitFor()
    }),
    ...['users', 'teams', 'settings', 'mail', 'audit', 'health', 'webhooks', 'instruments'].map((section) =>
      inside(`admin-${section}`, `/admin/${section}`),
    ),
    inside('admin-person', '/admin/users', async (page) => {
      await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
      await page.getByRole('menuitem', { name: 'Manage account' }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('resources', '/resources'),
    inside('resources-gallery', '/resources?view=gallery', (page) => page.getByRole('listitem').first().waitFor()),
    inside('resource', `/resources/${resource}`, mainText),
    inside('templates', '/templates'),
    inside('template', `/templates/${template}`, mainText),
    inside('resource-templates', '/resource-templates'),
    inside('missing', '/nothing/here'),
    inside('renew', `/experiments/${entry}`, endedSession),
  ]
}

function listScreens(): Screen[] {
  return [
    inside('list', '/experiments'),
    inside('list-table', '/experiments?view=table'),
    inside('list-grouped', '/experiments?group=status', (page) =>
      page.getByRole('button', { name: 'Collapse No status' }).waitFor(),
    ),
    inside('list-board', '/experiments?view=board', (page) =>
      page.getByRole('region', { name: 'No status' }).getByRole('link').first().waitFor(),
    ),
    inside('list-calendar', '/experiments?view=calendar', (page) =>
      page.getByRole('heading', { level: 2 }).first().waitFor(),
    ),
    inside('list-found', '/experiments?q=gfp&rating=2&tags=%5B%22gfp%22%5D'),
    inside('list-selected', '/experiments', async (page) => {
      await page.getByLabel('Select Buffer A, 2 L, pH 8.0').check()
      await page.getByRole('region', { name: '1 selected' }).waitFor()
    }),
    inside('list-tag', '/experiments', async (page) => {
      await heading(page)
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tag', exact: true }).click()
      await page.getByRole('option').filter({ visible: true }).first().waitFor()
    }),
    inside('list-nothing', '/experiments?q=zzzzzz'),
    inside('list-empty', '/experiments?state=archived'),
    inside('trash', '/experiments?state=deleted'),
  ]
}

/** Two people replaced the same words, one of them offline. */
async function conflict(page: Page, notebook: Notebook, { cookie }: Sample): Promise<void> {
  const id = await notebook.experiment(cookie, {
    title: 'Stability after nine months',
    body: '<p>No change above 2 %.</p>',
  })
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await page.context().setOffline(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('A loss of 11 % in the second batch.')
  await page.getByText('Offline, kept on this device').waitFor()
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, {
    body: '<p>Hardly any change: below 1.5 % everywhere.</p>',
  })
  await page.context().setOffline(false)
  await page.getByRole('dialog', { name: 'Conflicting edits' }).waitFor()
}

/** An ended session on an open page. The next screen is signed in again. */
async function endedSession(page: Page): Promise<void> {
  await mainText(page)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByLabel('Write a comment').fill('Kept meanwhile')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  await page.context().addCookies(cookies)
}

function inside(name: string, path: string, ready = heading): Screen {
  return { name, path, isInside: true, ready }
}

function outside(name: string, path: string): Screen {
  return { name, path, isInside: false, ready: heading }
}

function heading(page: Page): Promise<void> {
  return page.getByRole('heading', { level: 1 }).waitFor()
}

function mainText(page: Page): Promise<void> {
  return page.getByRole('textbox', { name: 'Main text' }).waitFor()
}
