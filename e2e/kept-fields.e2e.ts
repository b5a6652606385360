import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { ADA, type Lab, lab, PASSWORD, type Person, visit } from './harness.ts'
import { refuse } from './refuse.ts'

/** Browser messages about an unreachable service. */
const AWAY = /net::ERR_|status of (401|403|412|503)/
const OFFLINE = 'Offline, kept on this device'
const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }

interface Stored {
  rating: number
  date: string
  tags: string | null
  canread_base: number
  metadata: string
  comments: { comment: string }[]
}

const BUFFER = { extra_fields: { Buffer: { type: 'text', value: 'PBS' }, Mass: { type: 'number', value: '1' } } }

async function openEntry({ notebook, cookie, page }: Lab) {
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17', metadata: BUFFER })
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${id}`)).data
  const open = async (on: Page) => {
    await on.goto(`/experiments/${id}`)
    await on.getByRole('textbox', { name: 'Main text' }).waitFor()
  }
  await open(page)
  return { id, stored, open }
}

const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Fields' }).getByLabel(name, { exact: true })
const commentInput = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByLabel('Write a comment')

test('everything changed without a network is kept, shown as such, and sent when it is back', async () => {
  const one = await lab({ expected: AWAY })
  const { page } = one
  const { stored } = await openEntry(one)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Date', { exact: true }).fill('2026-02-03')
  await page.getByRole('combobox', { name: 'Tags' }).fill('yield')
  await page.keyboard.press('Enter')
  await field(page, 'Buffer').fill('Tris 50 mM')
  await page.getByRole('button', { name: /^Share .*\(/ }).click()
  await page.getByRole('radio', { name: 'Only you' }).first().check()
  await page.keyboard.press('Escape')
  await commentInput(page).fill('Said in the cold room')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  await page.getByRole('region', { name: 'Comments' }).getByText(OFFLINE).waitFor()
  expect(await stored()).toMatchObject({ rating: 0, tags: null, comments: [] })

  await page.context().setOffline(false)
  await expect.poll(stored, { timeout: 30_000 }).toMatchObject({
    rating: 4,
    date: '2026-02-03',
    tags: 'yield',
    canread_base: 10,
    comments: [{ comment: 'Said in the cold room' }],
  })
  expect((await stored()).metadata).toContain('Tris 50 mM')
  await page.getByText(/^Saved/).waitFor()
})

test('what was changed without a network is sent after the page was closed', async () => {
  const one = await lab({ expected: AWAY })
  const { page } = one
  const { stored, open } = await openEntry(one)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
  await field(page, 'Buffer').click()
  await page.keyboard.press('Control+a')
  // Without leaving the field: words are stored during typing.
  await page.keyboard.type('HEPES')
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  await page.close()
  await page.context().setOffline(false)
  const again = await page.context().newPage()
  await again.goto('/')
  await again.getByText('Not saved yet').waitFor()
  await open(again)
  await expect.poll(() => field(again, 'Buffer').inputValue()).toBe('HEPES')
  await expect.poll(stored).toMatchObject({ rating: 3 })
  await expect.poll(async () => (await stored()).metadata).toContain('HEPES')
})

test('half a comment, a changed comment and half a field come back after a reload', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, stored, open } = await openEntry(one)
  await notebook.call(cookie, 'POST', `/experiments/${id}/comments`, { comment: 'Measured twice' })
  await open(page)
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Edit comment' }).click()
  await comments.getByLabel('Comment text').fill('Measured three ti')
  await commentInput(page).fill('The column was')
  await page.getByRole('button', { name: 'Add field' }).click()
  await field(page, 'Name').fill('Colu')
  await field(page, 'Type').selectOption('Dropdown')
  await field(page, 'Options, separated by commas').fill('Ni-NTA, Ta')
  await page.reload()
  await expect.poll(() => commentInput(page).inputValue()).toBe('The column was')
  await expect.poll(() => comments.getByLabel('Comment text').inputValue()).toBe('Measured three ti')
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Colu')
  await expect.poll(() => field(page, 'Options, separated by commas').inputValue()).toBe('Ni-NTA, Ta')
  await commentInput(page).fill('The column was blocked')
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await comments.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await stored()).comments.map(({ comment }) => comment).sort())
    .toEqual(['Measured three ti', 'The column was blocked'])
  await page.reload()
  await comments.getByText('The column was blocked').waitFor()
  expect(await commentInput(page).inputValue()).toBe('')
})

test('two values of one field are both shown, and one is chosen; other fields are merged', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, stored } = await openEntry(one)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await field(page, 'Buffer').fill('Tris')
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { rating: 2, date: '2026-01-09' })
  await page.context().setOffline(false)
  const waiting = page.getByRole('list', { name: 'Unresolved changes' })
  await waiting.getByText('Rating: someone else changed it too').waitFor()
  expect(await waiting.textContent()).toMatch(/Yours5 stars.*On the server2 stars/)
  await expect.poll(async () => (await stored()).metadata).toContain('Tris')
  expect(await stored()).toMatchObject({ rating: 2, date: '2026-01-09' })
  expect(await findBarriers(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Keep mine' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(stored).toMatchObject({ rating: 5 })
  await waiting.waitFor({ state: 'hidden' })
})

test('a field that was taken away comes back by undo, even from another page', async () => {
  const one = await lab({ expected: AWAY })
  const { page } = one
  const { stored } = await openEntry(one)
  await page.getByRole('button', { name: 'Actions for “Buffer”' }).click()
  await page.getByRole('menuitem', { name: 'Remove field Buffer' }).click()
  await expect.poll(async () => (await stored()).metadata).not.toContain('PBS')
  await page.getByRole('link', { name: 'Go to experiments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Experiments' }).waitFor()
  await page.waitForTimeout(1500)
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await expect.poll(async () => (await stored()).metadata).toContain('PBS')
})

test('comments that are refused after their page was left come back, each of them', async () => {
  const one = await lab({ expected: AWAY })
  const { page } = one
  const { open } = await openEntry(one)
  let isRefused = false
  await page.route('**/comments', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return isRefused ? refuse(route, 403) : route.abort()
  })
  for (const words of ['the first', 'the second']) {
    await commentInput(page).fill(words)
    await page.keyboard.press('Control+Enter')
  }
  await page.getByRole('region', { name: 'Comments' }).getByText(OFFLINE).first().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor()
  isRefused = true
  await expect.poll(() => page.getByRole('alert').count(), { timeout: 15_000 }).toBe(2)
  await open(page)
  await expect.poll(() => commentInput(page).inputValue()).toBe('the first\nthe second')
})

test('a comment that a captive portal answered is kept and sent when the service is back', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id } = await openEntry(one)
  let isPortal = true
  await page.route('**/api/v2/**', (route) =>
    isPortal
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' })
      : route.continue(),
  )
  await commentInput(page).fill('kept behind the portal')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Comments' }).getByText(OFFLINE).first().waitFor()
  isPortal = false
  const stored = async () =>
    (await notebook.call<{ comment: string }[]>(cookie, 'GET', `/experiments/${id}/comments`)).data
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject([{ comment: 'kept behind the portal' }])
})

test('a session that ends in the middle keeps the fields and comments, too', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, page } = one
  const { id } = await openEntry(one)
  const fresh = await notebook.signIn()
  await notebook.call(fresh, 'DELETE', '/sessions')
  await field(page, 'Buffer').fill('Tris')
  await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const stored = async () => (await notebook.call<Stored>(fresh, 'GET', `/experiments/${id}`)).data
  await expect.poll(stored).toMatchObject({ rating: 2 })
  await expect.poll(async () => (await stored()).metadata).toContain('Tris')
})

test('on a shared computer the next person sees nothing of it, and the first finds it again', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, stored, open } = await openEntry(one)
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { canread_base: 40, canwrite_base: 40 })
  const { id: userid } = await notebook.call(cookie, 'POST', '/users', GRACE)
  const link = await passwordLink(one, userid)
  await open(page)
  await commentInput(page).fill('Half of what Ada')
  await page.context().setOffline(true)
  await field(page, 'Buffer').fill('Ada was here')
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await page.keyboard.type('Ada wrote this offline')
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  // Her session first: a closing page tries to save again, and Chromium then forgets that it is offline.
  await page.context().clearCookies()
  await page.close()
  await page.context().setOffline(false)

  const shared = await page.context().newPage()
  await shared.goto(link)
  await shared.getByLabel('New password').fill(PASSWORD)
  await shared.getByRole('button', { name: 'Set password and sign in' }).click()
  await shared.getByRole('button', { name: /Grace Hopper/ }).waitFor()
  expect(await shared.getByText('Not saved yet').count()).toBe(0)
  await open(shared)
  await shared.waitForTimeout(1500)
  expect(await field(shared, 'Buffer').inputValue()).toBe('PBS')
  expect(await commentInput(shared).inputValue()).toBe('')
  expect(await shared.getByText('Ada wrote this offline').count()).toBe(0)
  await shared.getByRole('button', { name: /Grace Hopper/ }).click()
  await shared.getByRole('menuitem', { name: 'Sign out' }).click()

  await shared.getByLabel('E-mail').fill(ADA.email)
  await shared.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await shared.getByRole('button', { name: 'Sign in' }).click()
  await shared.getByText('Not saved yet').waitFor()
  await open(shared)
  await expect.poll(() => commentInput(shared).inputValue()).toBe('Half of what Ada')
  await expect.poll(async () => (await stored()).metadata).toContain('Ada was here')
  await shared.getByText('Ada wrote this offline').waitFor()
})

test('who signs out right after typing has it saved', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, page } = one
  const { id } = await openEntry(one)
  // A slow service: without waiting for it, the session would end first.
  await page.route(`**/api/v2/experiments/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await page.keyboard.type('the last words')
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')
  const fresh = await notebook.signIn()
  expect((await notebook.call<{ body: string }>(fresh, 'GET', `/experiments/${id}`)).data.body).toContain(
    'the last words',
  )
})

test('who signs out leaves no other tab open with what is theirs', async () => {
  const one = await lab({ expected: AWAY })
  const { page } = one
  const { open } = await openEntry(one)
  const other = await page.context().newPage()
  await open(other)
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.waitForURL('**/sign-in**')
})

test('a conflict that was put off does not hide the next one, and the words that differ are marked', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id } = await openEntry(one)
  const mainText = page.getByRole('textbox', { name: 'Main text' })
  const disagree = async (mine: string, theirs: string) => {
    await page.context().setOffline(true)
    await mainText.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(mine)
    await page.getByRole('status').getByText(OFFLINE).waitFor()
    await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body: `<p>${theirs}</p>` })
    await page.context().setOffline(false)
  }
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body: '<p>the yield is low</p>' })
  await page.reload()
  await mainText.getByText('the yield is low').waitFor()
  await disagree('the yield is 4 mg', 'the yield is 9 mg')
  const dialog = page.getByRole('dialog', { name: 'Conflicting edits' })
  await dialog.waitFor()
  expect(await dialog.getByRole('group', { name: 'Your version' }).locator('mark').textContent()).toContain('4')
  expect(await dialog.getByRole('group', { name: 'Server version' }).locator('mark').textContent()).toContain('9')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Decide later' }).last().click()
  await page.getByRole('button', { name: 'Choose version' }).click()
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await mainText.getByText('the yield is 9 mg').waitFor()
  // The discarded change can be brought back by undo.
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await mainText.getByText('the yield is 4 mg').waitFor()
  await page.getByText(/^Saved/).waitFor()

  await disagree('nothing at all', 'everything there is')
  await dialog.waitFor()
  for (const name of ['Keep both', 'Keep mine', 'Keep theirs', 'Decide later']) {
    expect(await dialog.getByRole('button', { name }).last().isEnabled()).toBe(true)
  }
  await dialog.getByRole('button', { name: 'Keep both' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => mainText.innerText()).toMatch(/everything there is[\s\S]*nothing at all/)
})

async function passwordLink({ notebook, cookie }: Lab, userid: number): Promise<string> {
  const response = await fetch(`${notebook.address}/api/v2/users/${userid}/password_link`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  return response.headers.get('location') ?? ''
}

test('what one person changes on an entry, another sees without losing their own', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, page } = one
  const { stored, open } = await openEntry(one)
  const other = await visit(notebook, { as: ADA, expected: AWAY })
  await open(other)
  await Promise.all([field(page, 'Buffer').fill('Tris'), field(other, 'Mass').fill('2,5')])
  await expect.poll(async () => (await stored()).metadata).toMatch(/Tris.*2\.5/s)
})
