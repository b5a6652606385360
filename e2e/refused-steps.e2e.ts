import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Lab, lab, type Person, visit } from './harness.ts'
import { refuse } from './refuse.ts'
import { mainText, storedText } from './typing-robot.ts'

const EXPECTED = /net::ERR_|status of (403|412)/
const BOB: Person = { firstname: 'Bob', lastname: 'Lang', email: 'bob@example.org' }
const PORTAL = { status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }

interface Opened extends Lab {
  id: number
  steps: ReturnType<Page['getByRole']>
  bodies(): Promise<string[]>
}

async function openEntry(...steps: string[]): Promise<Opened> {
  const one = await lab({ expected: EXPECTED })
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Shared', canread_base: 30, canwrite_base: 30 })
  for (const body of steps) await notebook.call(cookie, 'POST', `/experiments/${id}/steps`, { body })
  await page.goto(`/experiments/${id}`)
  await mainText(page).waitFor()
  const bodies = async () =>
    (await notebook.call<{ body: string }[]>(cookie, 'GET', `/experiments/${id}/steps`)).data.map(({ body }) => body)
  return { ...one, id, steps: stepsOf(page), bodies }
}

const stepsOf = (page: Page) => page.getByRole('region', { name: 'Steps' })
const problemsOf = (page: Page) => stepsOf(page).getByRole('list', { name: 'Unresolved changes' })

async function rename(page: Page, from: string, to: string): Promise<void> {
  await stepsOf(page)
    .getByRole('button', { name: `Rename “${from}”` })
    .click()
  await page.keyboard.type(to)
}

test('steps and new words of steps that are refused stay with their writer until they decide (A5)', async () => {
  const { page, steps, bodies } = await openEntry('weigh it')
  let isRefused = true
  await page.route('**/steps{,/*}', (route) =>
    isRefused && route.request().method() !== 'GET' ? refuse(route, 403) : route.continue(),
  )
  for (const words of ['first step', 'second step', 'third step']) {
    await steps.getByLabel('Add step').fill(words)
    await page.keyboard.press('Enter')
  }
  await rename(page, 'weigh it', 'weigh it twice')
  await page.keyboard.press('Enter')
  const all = ['first step', 'second step', 'third step', 'weigh it twice']
  for (const words of all) await problemsOf(page).getByText(words, { exact: true }).waitFor()
  await page.reload()
  for (const words of all) await problemsOf(page).getByText(words, { exact: true }).waitFor()
  isRefused = false
  const row = (words: string) => problemsOf(page).getByRole('listitem').filter({ hasText: words })
  for (const words of ['first step', 'third step', 'weigh it twice']) {
    await row(words).getByRole('button', { name: 'Try again' }).click()
  }
  await row('second step').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(bodies).toEqual(['weigh it twice', 'first step', 'third step'])
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await row('second step').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(bodies).toEqual(['weigh it twice', 'first step', 'third step', 'second step'])
})

test('half-typed new words of a step come back after a reload (A6)', async () => {
  const { page, bodies } = await openEntry('weigh it')
  await rename(page, 'weigh it', 'weigh it tw')
  await page.waitForTimeout(500)
  await page.reload()
  const input = stepsOf(page).getByRole('textbox', { name: 'Rename “weigh it”' })
  await expect.poll(() => input.inputValue()).toBe('weigh it tw')
  await input.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('ice')
  await page.keyboard.press('Enter')
  await expect.poll(bodies).toEqual(['weigh it twice'])
  // Nothing of it is left.
  await page.reload()
  await stepsOf(page).getByRole('button', { name: 'Rename “weigh it twice”' }).waitFor()
  await page.waitForTimeout(500)
  expect(
    await stepsOf(page)
      .getByRole('textbox', { name: /Rename/ })
      .count(),
  ).toBe(0)
})

test('two people rename a step: both wordings are shown, and nobody’s is written over (A7)', async () => {
  const { page, notebook, cookie, id, bodies } = await openEntry('weigh it')
  const bob = await visit(notebook, { session: await notebook.join(cookie, BOB), expected: EXPECTED })
  await bob.goto(`/experiments/${id}`)
  await rename(page, 'weigh it', 'weigh it twice (Ada)')
  await rename(bob, 'weigh it', 'weigh it three times (Bob)')
  await page.keyboard.press('Enter')
  await expect.poll(bodies).toEqual(['weigh it twice (Ada)'])
  await bob.keyboard.press('Enter')
  await problemsOf(bob).getByText('weigh it twice (Ada)', { exact: true }).waitFor()
  await problemsOf(bob).getByText('weigh it three times (Bob)', { exact: true }).waitFor()
  expect(await bodies()).toEqual(['weigh it twice (Ada)'])
  await problemsOf(bob).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(bodies).toEqual(['weigh it three times (Bob)'])
  await stepsOf(page).getByText('weigh it three times (Bob)').waitFor()
})

test('steps and text behind a captive portal are kept, and sent when the network is back (A4)', async () => {
  const { page, steps, notebook, cookie, id, bodies } = await openEntry('weigh it')
  let isPortal = true
  await page.route('**/api/v2/**', (route) => (isPortal ? route.fulfill(PORTAL) : route.continue()))
  for (const words of ['first step', 'second step', 'third step']) {
    await steps.getByLabel('Add step').fill(words)
    await page.keyboard.press('Enter')
  }
  await mainText(page).click()
  await page.keyboard.type('typed behind the portal')
  await steps.getByText('Offline, kept on this device').first().waitFor()
  await page.keyboard.type(', and more')
  isPortal = false
  await expect.poll(bodies, { timeout: 60_000 }).toEqual(['weigh it', 'first step', 'second step', 'third step'])
  const typed = 'typed behind the portal, and more'
  await expect.poll(() => storedText(notebook, cookie, { id }), { timeout: 60_000 }).toBe(typed)
  expect(await mainText(page).innerText()).toBe(typed)
})
