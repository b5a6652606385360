import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Lab, lab } from './harness.ts'
import { KeyboardUser } from './keyboard.ts'
import { pngOf } from './sample-files.ts'

// The first run is walked by the keyboard in first-experiment.
test('writing, tags, links, templates, searching and keys work with the keyboard alone, and are told', async () => {
  const { notebook, cookie, page } = await lab()
  const user = await KeyboardUser.sit(page)
  await notebook.experiment(cookie, { title: 'Buffer', body: '<p>pH 7.4</p>', tags: ['gel'] })
  await notebook.call(cookie, 'POST', '/experiments_templates', { title: 'Western blot', body: '<p>Block.</p>' })

  await page.goto('/experiments')
  await page.getByRole('link', { name: 'Buffer' }).waitFor()
  await user.press('c')
  await user.isAt(title(page))
  await user.type('Run 1')
  await user.press('Enter')
  await user.isAt(text(page))
  await user.type('Lane 2 #g')
  await marked(page, 'gel')
  await user.press('Enter')
  await user.hears(/Tagged “gel”/)
  await user.type('[[b')
  await marked(page, 'Buffer')
  await user.press('Enter')
  await user.isAt(text(page))
  await user.hears(/^Saved/)

  await user.press('Control+k')
  await isNamed(page, user)
  await user.type('western')
  await user.hears(/\d results/)
  await page.getByRole('option', { name: /Western blot/, selected: true }).waitFor()
  await user.press('Enter')
  await user.isAt(title(page))
  await user.type('Blot 1')
  await user.hears(/^Saved/)

  // Out of the field, so that the key is a command.
  await user.press('Escape', '/')
  await user.isAt(page.getByRole('searchbox'))
  await user.type('7.4')
  await user.hears(/^1 experiment/)
  await user.press('ArrowDown')
  await user.look()
  await user.press('Enter')
  await page.waitForURL(/\/experiments\/\d+/)
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await user.look()

  await user.press('Control+k')
  await user.type('api keys')
  await page.getByRole('option', { name: 'API keys', selected: true }).waitFor()
  await user.press('Enter')
  await user.isAt(page.getByRole('textbox', { name: 'Name', exact: true }))
  await user.press('Enter')
  await user.isAt(page.getByRole('button', { name: 'Copy: Key' }))
  await user.hears(/Your new key/)
  await user.press('Enter')
  await user.hears(/Copied/)
  await user.goTo(page.getByRole('button', { name: 'Done' }))
  await user.press('Enter')
  await user.isAt(page.getByRole('textbox', { name: 'Name', exact: true }))
  expect(user.problems).toEqual([])
})

test('files, status, sharing, history and paper work with the keyboard alone, and are told', async () => {
  const { page, id, user, notebook, cookie } = await open()
  const read = async () =>
    (await notebook.call<{ body: string; title: string; canwrite: string }>(cookie, 'GET', `/experiments/${id}`)).data

  await user.goTo(page.getByRole('button', { name: /^Share .*\(/ }))
  const share = page.getByRole('button', { name: /^Share .*\(/ })
  await user.press('Enter')
  await user.isAt(page.getByRole('combobox', { name: 'Add people, groups or teams' }))
  await isNamed(page, user)
  await user.type('gr')
  await page.getByRole('option', { name: /^Grace Hopper/, selected: true }).waitFor()
  await user.press('Enter')
  await user.hears(/Shared with Grace Hopper/)
  await user.press('Escape')
  await user.isAt(share)

  const history = page.getByRole('button', { name: 'History' })
  await user.goTo(history)
  await user.press('Enter')
  await page.getByRole('button', { name: 'Restore previous title' }).first().waitFor()
  await isNamed(page, user)
  await user.goTo(page.getByRole('button', { name: 'Restore previous title' }).first())
  await user.press('Enter')
  await expect.poll(async () => (await read()).title).toBe('Gel')
  await user.hears(/^Previous title restored/)
  await user.look()
  await user.press('Escape')
  await user.isAt(history)

  await user.goTo(page.getByRole('button', { name: 'Status: Set status' }))
  await user.press('Enter')
  await user.isAt(page.getByRole('combobox', { name: 'Set status' }))
  await user.type('succ')
  await marked(page, 'Success')
  await user.press('Enter')
  await user.isAt(page.getByRole('button', { name: /^Status: Success/ }))
  await user.hears(/^Saved/)

  const chooser = page.waitForEvent('filechooser')
  await user.goTo(page.getByRole('button', { name: 'Add files' }))
  await user.press('Enter')
  await (await chooser).setFiles({ name: 'gel.png', mimeType: 'image/png', buffer: pngOf(64, 48) })
  await user.hears(/“gel\.png” added/)
  await user.look()
  const actions = page.getByRole('button', { name: 'Actions for “gel.png”' })
  await user.goTo(actions)
  await user.press('Enter')
  await user.goTo(page.getByRole('menuitem', { name: 'Insert into text' }), 'ArrowDown')
  await user.press('Enter')
  await expect.poll(async () => (await read()).body).toContain('<img')
  await user.isAt(text(page))
  await user.hears(/^Saved/)

  await page.evaluate('window.print = () => { window.isPrinted = true }')
  await user.press('Control+k')
  await user.type('print')
  await page.getByRole('option', { name: /^Print/, selected: true }).waitFor()
  await user.press('Enter')
  await expect.poll(() => page.evaluate('window.isPrinted === true')).toBe(true)
  await user.look()

  await page.goto('/experiments')
  await page.getByRole('link', { name: 'Gel' }).waitFor()
  await user.press('j', 'Control+a')
  await user.hears(/2 selected/)
  await user.goTo(page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Status' }))
  await user.press('Enter')
  await user.goTo(page.getByRole('button', { name: 'Running', exact: true }))
  await user.press('Enter')
  await user.hears(/^Running: 2 experiments/)
  await user.look()
  expect(user.problems).toEqual([])
})

interface Opened extends Lab {
  id: number
  user: KeyboardUser
}

async function open(): Promise<Opened> {
  const one = await lab()
  const { notebook, cookie, page } = one
  await notebook.call(cookie, 'POST', '/users', { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' })
  const id = await notebook.experiment(cookie, { title: 'Gel', body: '<p>Lanes:</p>' })
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { title: 'A worse title' })
  await notebook.experiment(cookie, { title: 'Run 2' })
  const user = await KeyboardUser.sit(page)
  await page.goto(`/experiments/${id}`)
  await text(page).waitFor()
  return { ...one, id, user }
}

function title(page: Page) {
  return page.getByRole('textbox', { name: 'Title', exact: true })
}

function text(page: Page) {
  return page.getByRole('textbox', { name: 'Main text' })
}

/** The option is the one that Enter takes, and the focused field says so. */
async function marked(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name, selected: true })
  await option.waitFor()
  const told = await page.evaluate<string | null>("document.activeElement?.getAttribute('aria-activedescendant')")
  expect(told).toBe(await option.getAttribute('id'))
}

/** The dialog or panel around the focus has a name. */
async function isNamed(page: Page, user: KeyboardUser): Promise<void> {
  const part = page.getByRole('dialog', { name: /\S/ }).or(page.getByRole('complementary', { name: /\S/ }))
  await part.filter({ has: page.locator(':focus') }).waitFor({ timeout: 5_000 })
  await user.look()
}
