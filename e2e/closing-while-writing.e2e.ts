import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Lab, lab, PASSWORD, type Person, visit } from './harness.ts'
import { type Kind, mainText, storedText, Writing } from './typing-robot.ts'

/** Browser messages about a closing page, and about outdated versions and sessions. */
const EXPECTED = /net::ERR_|status of (401|412)/
const BOB: Person = { firstname: 'Bob', lastname: 'Lang', email: 'bob@example.org' }
const START = 'The yield was 4 mg.'

interface Shared extends Lab {
  bob: Page
  bobsCookie: string
  id: number
}

/** An entry that both Ada and Bob may edit. */
async function openShared(kind: Kind): Promise<Shared> {
  const one = await lab({ expected: EXPECTED })
  const { notebook, cookie } = one
  const bobsCookie = await notebook.join(cookie, BOB)
  const bob = await visit(notebook, { session: bobsCookie, expected: EXPECTED })
  const body = kind === 'HTML' ? `<p>${START}</p>` : START
  const id = await notebook.experiment(cookie, {
    title: 'Shared',
    content_type: kind === 'HTML' ? 1 : 2,
    body,
    canread_base: 30,
    canwrite_base: 30,
  })
  return { ...one, bob, bobsCookie, id }
}

/** Types at the end and closes the tab right after the last key; the words arrive, but nobody gets the answer. */
async function typeAndClose({ notebook, cookie, bob, id }: Shared, kind: Kind, words: string): Promise<void> {
  await Writing.join(bob, kind, id)
  await bob.keyboard.press('Control+End')
  await bob.keyboard.type(words)
  await bob.waitForTimeout(50)
  await bob.close({ runBeforeUnload: true })
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe(START + words)
}

async function openAgain({ bob, id }: Shared): Promise<Page> {
  const again = await bob.context().newPage()
  await again.goto(`/experiments/${id}`)
  await mainText(again).waitFor()
  return again
}

const KINDS: Kind[] = ['HTML', 'Markdown']

test.each(KINDS)('words typed just before the tab is closed are there once (A1, %s)', async (kind) => {
  const shared = await openShared(kind)
  const { notebook, cookie, page, id } = shared
  await typeAndClose(shared, kind, ' Measured twice by Bob.')
  await Writing.join(page, kind, id)
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Batch 17: ')
  const whole = 'Batch 17: The yield was 4 mg. Measured twice by Bob.'
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe(whole)
  const again = await openAgain(shared)
  await again.getByText(/^Saved/).waitFor()
  await again.waitForTimeout(1500)
  expect(await storedText(notebook, cookie, { id })).toBe(whole)
  expect(kind === 'HTML' ? await mainText(again).innerText() : await mainText(again).inputValue()).toBe(whole)
  // Nothing is left to be sent again.
  await again.goto('/')
  await again.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await again.getByText('Not saved yet').count()).toBe(0)
})

test('text that a colleague deleted stays deleted (A2)', async () => {
  const shared = await openShared('HTML')
  const { notebook, cookie, id } = shared
  await typeAndClose(shared, 'HTML', ' A wrong claim.')
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body: `<p>${START}</p>` })
  const again = await openAgain(shared)
  await again.getByText(/^Saved/).waitFor()
  await again.waitForTimeout(1500)
  expect(await storedText(notebook, cookie, { id })).toBe(START)
  expect(await mainText(again).innerText()).toBe(START)
})

test('what Ada types is not stored as Bob, whose cookie the browser got meanwhile', async () => {
  const shared = await openShared('HTML')
  const { notebook, cookie, page, bobsCookie, id } = shared
  await Writing.join(page, 'HTML', id)
  await page.keyboard.press('Control+End')
  await notebook.enter(page.context(), bobsCookie)
  await page.keyboard.type(' Typed by Ada.')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  expect(await storedText(notebook, cookie, { id })).toBe(START)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => storedText(notebook, cookie, { id })).toBe(`${START} Typed by Ada.`)
  const { data: ada } = await notebook.call<{ userid: number }>(cookie, 'GET', '/users/me')
  const { data } = await notebook.call<{ lastchangeby: number }>(cookie, 'GET', `/experiments/${id}`)
  expect(data.lastchangeby).toBe(ada.userid)
})
