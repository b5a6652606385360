import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { ADA, freshNotebook, lab, type Notebook, PASSWORD, visit } from './harness.ts'
import { KeyboardUser } from './keyboard.ts'
import { untilQuiet } from './quiet.ts'

interface Stored {
  title: string
  body: string
  tags: string | null
}

async function stored(notebook: Notebook, id: string | undefined): Promise<Stored> {
  return (await notebook.call<Stored>(await notebook.signIn(), 'GET', `/experiments/${id}`)).data
}

function idIn(page: Page): string | undefined {
  return /\/experiments\/(\d+)/.exec(page.url())?.[1]
}

test('from the printed link to a first experiment with text: six interactions, each field counted', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook)
  let interactions = 0
  /** A filled field, a pressed key, a written text: one each. Tab only moves on. */
  const write = async (text: string) => {
    interactions += 1
    await page.keyboard.type(text, { delay: 40 })
  }
  const press = async (key: string) => {
    interactions += 1
    await page.keyboard.press(key)
  }
  await page.goto(notebook.setupLink)
  const start = performance.now()
  await expect.poll(() => focusedLabel(page)).toBe('Your name')
  await write(`${ADA.firstname} ${ADA.lastname}`)
  await page.keyboard.press('Tab')
  await write(ADA.email)
  await page.keyboard.press('Tab')
  await write(PASSWORD)
  await press('Enter')
  await page.getByText('Your notebook is ready').waitFor()
  await press('c')
  await expect.poll(() => focusedName(page)).toBe('Title')
  await write('Yield of batch 17\n4.2 mg after the second column')
  await page.waitForURL(/\/experiments\/\d+/)
  const id = idIn(page)
  await expect
    .poll(() => stored(notebook, id))
    .toMatchObject({
      title: 'Yield of batch 17',
      body: '<p>4.2 mg after the second column</p>',
    })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`First experiment with text in it: ${interactions} interactions, ${seconds} s from the open link`)
  expect(interactions).toBe(6)
})

test('a newcomer is shown around by keyboard, at the places themselves, once and leaving nothing behind', async () => {
  const { page, notebook, cookie } = await lab()
  const user = await KeyboardUser.sit(page)
  await notebook.call(cookie, 'PATCH', '/users/me', { has_seen_tour: 0 })
  await page.goto('/')
  const card = page.getByRole('dialog')
  const steps = ['new', 'text', 'search', 'history', 'share']
  for (const [at, target] of steps.entries()) {
    await card.getByText(`${at + 1} of 5`).waitFor()
    const place = page.locator(`[data-tour="${target}"]`).filter({ visible: true })
    await place.waitFor()
    await expect.poll(() => distance(page, place)).toBeLessThan(16)
    // The second card comes with a blank page, which must not take the focus.
    if (at === 0) await user.goTo(card.getByRole('button', { name: 'Next' }))
    await page.keyboard.press('Enter')
  }
  await user.isAt(page.getByRole('textbox', { name: 'Title', exact: true }))
  expect(user.problems).toEqual([])
  expect((await notebook.call(cookie, 'GET', '/experiments')).data).toEqual([])
  await page.goto('/')
  await page.getByText('Your notebook is ready').waitFor()
  await untilQuiet(page)
  expect(await card.count()).toBe(0)
})

/** Between the ring of the tour and a place, in pixels. */
async function distance(page: Page, place: Locator): Promise<number> {
  const [ring, box] = [
    await page.locator('[data-tour-ring]').boundingBox({ timeout: 1_000 }),
    await place.boundingBox(),
  ]
  return ring && box ? Math.hypot(ring.x - box.x, ring.y - box.y) : Number.POSITIVE_INFINITY
}

test('what is typed before title and editor are there is kept, line by line', async () => {
  const { page, notebook, cookie } = await lab()
  const typed = Promise.withResolvers<void>()
  const late = async (route: Route) => {
    await typed.promise
    await route.continue()
  }
  await page.route('**/RichEditor*.js', late, { times: 1 })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Yield of batch 17\n4.2 mg\nafter')
  // After a click where the text will be, keys are still captured; a click elsewhere ends it and keeps what was typed.
  await page.locator('[data-text-is-coming]').click()
  await page.keyboard.type(' the second column')
  await page.getByRole('button', { name: 'Collapse' }).click()
  typed.resolve()
  await page.waitForURL(/\/experiments\/\d+/)
  await expect
    .poll(() => stored(notebook, idIn(page)))
    .toMatchObject({ title: 'Yield of batch 17', body: '<p>4.2 mg</p><p>after the second column</p>' })

  const { id } = await notebook.call(cookie, 'POST', '/experiments', { content_type: 2, body: 'Fraction 3' })
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Main text')
})

test('an empty notebook gets sample entries with one click, and loses them with another', async () => {
  const { page, notebook, cookie } = await lab()
  const list = async (type: string) =>
    (await notebook.call<{ id: number; title: string }[]>(cookie, 'GET', `/${type}?limit=50`)).data
  await page.goto('/')
  await page.getByRole('button', { name: 'Add a sample notebook' }).click()
  await page.getByText('Sample notebook added').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const rows = await list('experiments')
  expect(rows).toHaveLength(3)
  expect([(await list('items')).length, (await list('experiments_templates')).length]).toEqual([3, 1])
  const { id } = rows.find(({ title }) => title.startsWith('Purification')) ?? { id: 0 }
  const { data } = await notebook.call<{ uploads: unknown[]; steps: unknown[]; items_links: unknown[] }>(
    cookie,
    'GET',
    `/experiments/${id}`,
  )
  expect([data.uploads.length, data.steps.length, data.items_links.length]).toEqual([2, 2, 2])

  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { title: 'My own purification' })
  await page.reload()
  await page.getByRole('button', { name: 'Remove sample notebook' }).click()
  await page.getByRole('button', { name: 'Keep changed entries' }).click()
  await page.getByText('Sample notebook removed').waitFor()
  expect(await list('experiments')).toMatchObject([{ title: 'My own purification' }])
  expect(await list('items')).toEqual([])
})

test('everything up to a key for a program works without a mouse', async () => {
  const notebook = await freshNotebook()
  const page = await visit(notebook)
  const user = await KeyboardUser.sit(page)
  await page.goto(notebook.setupLink)
  await page.getByLabel('Your name').waitFor()
  await user.goTo(page.getByLabel('Your name'))
  await page.keyboard.type(`${ADA.firstname} ${ADA.lastname}`)
  await user.goTo(page.getByLabel('E-mail'))
  await page.keyboard.type(ADA.email)
  await user.goTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await user.goTo(page.getByRole('button', { name: 'Create notebook' }))
  await page.keyboard.press('Enter')

  // Faster than the pages load: no key is lost.
  await page.keyboard.press('c')
  await page.keyboard.type('Without a mouse')
  await page.waitForURL(/\/experiments\/\d+/)
  const id = idIn(page)
  await expect.poll(() => focusedName(page)).toBe('Title')
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Without a mouse')
  await user.goTo(page.getByRole('combobox', { name: 'Tags' }))
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await user.goTo(page.getByRole('textbox', { name: 'Main text' }))
  await page.keyboard.type('Hands stay where they are.')
  await expect
    .poll(() => stored(notebook, id))
    .toMatchObject({
      title: 'Without a mouse',
      tags: 'keyboard',
      body: '<p>Hands stay where they are.</p>',
    })

  await user.goTo(page.getByLabel('Write a comment'))
  await page.keyboard.type('Done.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'Done.' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('API keys')
  await page
    .getByRole('option', { name: /API keys/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/keys')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await user.goTo(page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Robot')
  await user.goTo(page.getByRole('button', { name: 'Create key' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  // The focus is on the copy button.
  await expect.poll(() => focusedName(page)).toContain('Copy: Key')
  await page.keyboard.press('Enter')
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  await notebook.call(key, 'GET', '/experiments')
  expect(user.problems).toEqual([])
})

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(
    "document.activeElement && (document.activeElement.getAttribute('aria-label') || document.activeElement.id)",
  )
}

function focusedLabel(page: Page): Promise<string | undefined> {
  return page.evaluate<string | undefined>('document.activeElement?.labels?.[0]?.textContent')
}
