import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Lab, lab } from './harness.ts'

interface Stored {
  title: string
  body: string
  tags: string | null
  rating: number
  locked: number
  state: number
  date: string
  metadata: string | null
}

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

async function openEntry(one: Lab, fields: Record<string, unknown> = {}) {
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17', body: '<p>4.2 mg</p>', ...fields })
  await page.goto(`/experiments/${id}`)
  await mainText(page).waitFor()
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${id}`)).data
  return { id, stored }
}

test('title, text, tags and rating are changed where they are read, and stay', async () => {
  const one = await lab()
  const { page } = one
  const { stored } = await openEntry(one)
  await page.getByLabel('Title', { exact: true }).fill('Yield of batch 18')
  await mainText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and **counting')
  await page.keyboard.type('** ')
  await page.getByRole('combobox', { name: 'Tags' }).fill('yield')
  await page.keyboard.press('Enter')
  // A tag keeps its shape while its field has the focus.
  const groundOf = (part: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.mantine-${part}')).backgroundColor`)
  expect(await groundOf('Pill-root')).not.toBe(await groundOf('TagsInput-input'))
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await expect.poll(stored).toMatchObject({ title: 'Yield of batch 18', tags: 'yield', rating: 4 })
  await expect.poll(async () => (await stored()).body).toContain('<strong>counting</strong>')

  await page.reload()
  await expect.poll(() => mainText(page).innerText()).toContain('4.2 mg and counting')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Yield of batch 18')
  expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
})

test('the last words before a lock are saved', async () => {
  const one = await lab()
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17' })
  // A slow service: without waiting for it, the lock would come first and refuse them.
  await page.route(`**/api/v2/experiments/${id}`, async (route) => {
    if (route.request().postData()?.includes('"body"')) await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.goto(`/experiments/${id}`)
  await mainText(page).click()
  await page.keyboard.type('the last words')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click()
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', `/experiments/${id}`)).data
  await expect.poll(stored).toMatchObject({ locked: 1, body: '<p>the last words</p>' })
  await page.getByText('Read only', { exact: true }).waitFor()
  expect(await page.getByText('No text yet.').count()).toBe(0)
})

test('a comment is written, changed, deleted and brought back', async () => {
  const one = await lab()
  const { page } = one
  await openEntry(one)
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByLabel('Write a comment').fill('Measured *twice*, see https://example.org/17')
  await comments.getByRole('button', { name: 'Comment' }).click()
  const item = comments.getByRole('listitem')
  await item.getByRole('link', { name: 'https://example.org/17' }).waitFor()
  await item.getByRole('button', { name: 'Edit comment' }).click()
  await item.getByLabel('Comment text').fill('Measured three times')
  await item.getByRole('button', { name: 'Save' }).click()
  await item.getByText('Measured three times').waitFor()
  await item.getByRole('button', { name: 'Delete comment' }).click()
  await item.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await page.reload()
  await comments.getByText('Measured three times').waitFor()
})

test('a comment that was deleted right before signing out is gone', async () => {
  const one = await lab()
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17' })
  await notebook.call(cookie, 'POST', `/experiments/${id}/comments`, { comment: 'Said too early' })
  await page.goto(`/experiments/${id}`)
  const item = page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
  await item.getByRole('button', { name: 'Delete comment' }).click()
  await item.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')
  const fresh = await notebook.signIn()
  expect((await notebook.call(fresh, 'GET', `/experiments/${id}/comments`)).data).toEqual([])
})

test('a locked entry can be read only, and is unlocked again', async () => {
  const one = await lab()
  const { page } = one
  const { stored } = await openEntry(one)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click()
  await page.getByText(/Locked by Ada Moreau/).waitFor()
  await expect.poll(stored).toMatchObject({ locked: 1 })
  expect(await page.getByLabel('Title', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unlock' }).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await expect.poll(stored).toMatchObject({ locked: 0 })
})

test('a deleted entry comes back', async () => {
  const one = await lab()
  const { page } = one
  const { stored } = await openEntry(one)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(stored).toMatchObject({ state: 3 })
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await expect.poll(stored).toMatchObject({ state: 1 })
})

test('what somebody else has done since stays when one takes back what one did before', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 412/ })
  const grace = await notebook.join(cookie, { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' })
  const id = await notebook.experiment(grace, { title: 'Hers', canread_base: 40, canwrite_base: 40 })
  const file = await notebook.upload(grace, id, 'gel.txt', 'bands')
  const hers = (change: object, path = '') => notebook.call(grace, 'PATCH', `/experiments/${id}${path}`, change)
  const stored = async (path = '') => (await notebook.call<Stored>(grace, 'GET', `/experiments/${id}${path}`)).data
  const undoInVain = async () => {
    await page.getByRole('button', { name: 'Undo Z' }).click()
    const refusal = page.getByText(/Someone else changed this meanwhile|could not be undone/)
    await refusal.first().waitFor()
    const notes = page.getByRole('region', { name: 'Notifications' })
    await notes.getByRole('button', { name: 'Close', exact: true }).first().click()
  }
  await page.goto(`/experiments/${id}`)
  await page.getByRole('button', { name: 'Actions for “gel.txt”' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(() => stored(`/uploads/${file}`)).toMatchObject({ state: 2 })
  await notebook.call(grace, 'DELETE', `/experiments/${id}/uploads/${file}`)
  await undoInVain()
  expect(await stored(`/uploads/${file}`)).toMatchObject({ state: 3 })

  await hers({ action: 'archive' })
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await expect.poll(() => stored()).toMatchObject({ state: 1 })
  await hers({ action: 'lock' })
  await undoInVain()
  expect(await stored()).toMatchObject({ state: 1, locked: 1 })

  await hers({ action: 'lock' })
  await notebook.call(grace, 'DELETE', `/experiments/${id}`)
  await page.goto('/experiments?state=deleted')
  await page.getByLabel('Select Hers').check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => stored()).toMatchObject({ state: 1 })
  await hers({ body: 'Written since' })
  await undoInVain()
  expect(await stored()).toMatchObject({ state: 1, body: expect.stringContaining('Written since') })

  await page.goto(`/experiments/${id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const past = page.getByRole('region', { name: 'Earlier version' })
  const lookBack = async () => {
    await page.getByRole('slider', { name: 'Version' }).focus()
    await page.keyboard.press('Home')
    await past.getByRole('article', { name: 'Untitled' }).waitFor()
  }
  await lookBack()
  await past.getByLabel('Compare with').selectOption('now')
  await past.getByRole('button', { name: 'Restore Title' }).click()
  await expect.poll(() => stored()).toMatchObject({ title: 'Untitled' })
  await hers({ title: 'Hers again' })
  await undoInVain()
  expect(await stored()).toMatchObject({ title: 'Hers again' })

  await lookBack()
  await past.getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(() => stored()).toMatchObject({ title: 'Untitled' })
  await notebook.call(grace, 'POST', `/experiments/${id}/steps`, { body: 'Weigh it again' })
  await undoInVain()
  expect(await stored()).toMatchObject({ title: 'Untitled', steps: [{ body: 'Weigh it again' }] })
})

test('the past is one click away, and comes back with a second one', async () => {
  const one = await lab()
  const { page } = one
  const { stored } = await openEntry(one)
  await page.getByLabel('Title', { exact: true }).fill('A worse title')
  await expect.poll(stored).toMatchObject({ title: 'A worse title' })
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Restore previous title' }).first().click()
  await expect.poll(async () => (await stored()).title).not.toBe('A worse title')
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).not.toBe('A worse title')
})

test('a table comes in from a spreadsheet, and a field is added and filled', async () => {
  const one = await lab()
  const { page } = one
  const { stored } = await openEntry(one)
  await mainText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.evaluate("navigator.clipboard.writeText('Sample\\tmg\\nA\\t4.2\\nB\\t3.9')")
  await page.keyboard.press('Control+v')
  await mainText(page).getByRole('cell', { name: '3.9' }).waitFor()
  await expect.poll(async () => (await stored()).body).toMatch(/<table.*Sample.*4\.2.*3\.9.*<\/table>/s)

  await page.getByRole('button', { name: 'Add field' }).click()
  const fields = page.getByRole('region', { name: 'Fields' })
  await fields.getByLabel('Name', { exact: true }).fill('Column')
  await fields.getByRole('button', { name: 'Add', exact: true }).click()
  await fields.getByLabel('Column', { exact: true }).fill('Ni-NTA')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await stored()).metadata).toContain('Ni-NTA')
})

test('details are beside the text where there is room, below the title where there is not, or where one wants them', async () => {
  const one = await lab()
  const { page } = one
  await openEntry(one)
  await mainText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', kept')
  const left = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.x ?? 0
  const text = async () => (await mainText(page).boundingBox()) ?? { x: 0, width: 0 }
  const isBeside = async () => {
    const { x, width } = await text()
    const end = x + width
    return [(await left('Details')) >= end, (await left('Fields')) >= end, (await left('Links')) >= end]
  }
  expect(await isBeside()).toEqual([true, true, true])
  // What adds something begins at the edge of its column, with the icon and with the words.
  const icon = async (part: Locator) => Math.round((await part.locator('svg').first().boundingBox())?.x ?? 0)
  const adders = [
    page.getByRole('region', { name: 'Steps' }),
    page.getByRole('button', { name: 'Add files' }),
    page.getByRole('button', { name: 'Add field' }),
    page.getByRole('region', { name: 'Links' }),
  ]
  const [step = 0, files = 0, field = 0, link = 0] = await Promise.all(adders.map(icon))
  expect(Math.abs(step - files)).toBeLessThan(2)
  expect(Math.abs(field - link)).toBeLessThan(2)

  await page.setViewportSize({ width: 1024, height: 800 })
  await expect.poll(isBeside).toEqual([false, false, false])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(isBeside).toEqual([true, true, true])
  // The text is the same field all the time.
  expect(await mainText(page).innerText()).toBe('4.2 mg, kept')

  // Focus mode leaves title and text, and the cursor where it is.
  const chrome = [
    page.getByRole('navigation'),
    page.getByRole('toolbar'),
    page.getByRole('region', { name: 'Details' }),
  ]
  const seen = async () => (await Promise.all(chrome.map((part) => part.filter({ visible: true }).count()))).join()
  const all = await seen()
  await page.keyboard.press('Control+Shift+F')
  await expect.poll(seen).toBe('0,0,0')
  await page.keyboard.type(' cold')
  expect(await mainText(page).innerText()).toBe('4.2 mg, kept cold')
  expect(await page.getByLabel('Title', { exact: true }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(seen).toBe(all)

  await page.getByRole('button', { name: 'Details below the title' }).click()
  await page.reload()
  await mainText(page).waitFor()
  expect(await isBeside()).toEqual([false, false, false])
  await page.getByRole('button', { name: 'Details beside the text' }).click()
  await expect.poll(isBeside).toEqual([true, true, true])
})
