import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab } from './harness.ts'

interface Stored {
  title: string
  body: string
  rating: number
  tags: string | null
}

interface Parts {
  steps: { id: number; body: string; finished: number; deadline_notif: number }[]
  uploads: { id: number; real_name: string }[]
  experiments_links: { entityid: number }[]
}

const LONG = '<p>The quick brown fox jumps over the lazy dog.</p>'.repeat(30)

test('the moments of an entry are gone through, compared and brought back', async () => {
  const { notebook, cookie, page } = await lab({ expected: /ERR_FAILED/ })
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17', body: `<p>low amount</p>${LONG}` })
  const path = `/experiments/${id}`
  const change = (fields: object) => notebook.call(cookie, 'PATCH', path, fields)
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', path)).data
  await change({ title: 'Yield of batch 18', tags: ['yield'], rating: 4 })
  await change({ body: `<p>high amount</p>${LONG}`, tags: [] })
  await notebook.call(cookie, 'POST', `${path}/comments`, { comment: 'Weighed twice' })
  const { id: step } = await notebook.call(cookie, 'POST', `${path}/steps`, { body: 'Weigh it again' })
  await notebook.call(cookie, 'PATCH', `${path}/steps/${step}`, { action: 'finish' })
  await notebook.upload(cookie, id, 'weights.txt', '4.2 mg')
  const other = await notebook.experiment(cookie, { title: 'Batch 16' })
  await notebook.call(cookie, 'POST', `${path}/experiments_links/${other}`, {})
  const parts = async () => {
    const { data } = await notebook.call<Parts>(cookie, 'GET', path)
    const links = data.experiments_links.map(({ entityid }) => entityid)
    return { links, files: data.uploads.map(({ real_name }) => real_name), steps: data.steps }
  }

  await page.goto(path)
  // Its place in a long text stays, however the history is closed.
  await page.getByText('Weighed twice').waitFor()
  const top = () => page.evaluate<number>('Math.round(scrollY)')
  await page.evaluate('scrollTo(0, 400)')
  await page.keyboard.press('h')
  await page.getByRole('button', { name: 'View this version' }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View this version' }).first().waitFor({ state: 'hidden' })
  expect(await top()).toBe(400)
  await page.getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /finished a step.*Weigh it again/s })
    .last()
    .waitFor()
  // What is being written stays while one looks at the past.
  await page.getByPlaceholder('Write a comment').fill('Weigh it a third time')
  const look = page.getByRole('button', { name: 'View this version' })
  await look.first().click()
  const past = page.getByRole('region', { name: 'Earlier version' })
  const slider = page.getByRole('slider', { name: 'Version' })
  const article = past.getByRole('article')
  await article.getByText('Weighed twice').waitFor()
  await article.getByRole('link', { name: 'Batch 16' }).waitFor()
  const download = page.waitForEvent('download')
  await article.getByRole('link', { name: 'weights.txt' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('4.2 mg')

  const goTo = page.getByLabel('Go to date and time')
  await goTo.fill('2020-01-01T10:00:00')
  await past.getByRole('article', { name: 'Untitled' }).waitFor()
  await goTo.fill('2099-01-01T10:00:00')
  await past.getByRole('article', { name: 'Yield of batch 18' }).getByText('high amount').waitFor()

  // By keyboard alone.
  await slider.focus()
  await page.keyboard.press('Home')
  await past.getByRole('article', { name: 'Untitled' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await past.getByRole('article', { name: 'Yield of batch 17' }).getByText('low amount').waitFor()
  expect(await slider.getAttribute('aria-valuetext')).toContain('changed')
  expect(await findBarriers(page)).toEqual([])
  // It has an address, and Escape returns from it.
  await page.reload()
  await past.getByRole('article', { name: 'Yield of batch 17' }).getByText('low amount').waitFor()
  await past.getByText(/^As of .*20\d\d/).waitFor()
  await slider.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByPlaceholder('Write a comment').inputValue()).toBe('Weigh it a third time')
  expect(new URL(page.url()).search).toBe('')
  const lookAtFirst = async () => {
    await slider.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await past.getByRole('article', { name: 'Yield of batch 17' }).waitFor()
  }
  await lookAtFirst()
  // Paper tells that it is not the present.
  await page.emulateMedia({ media: 'print' })
  expect(await past.getByText(/^As of/).isVisible()).toBe(true)
  expect(await past.getByRole('button', { name: 'Back to now' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  // A key that leads to a field of the present returns to it first.
  await page.keyboard.press('m')
  await page.getByPlaceholder('Write a comment').and(page.locator(':focus')).waitFor()
  await lookAtFirst()

  await past.getByLabel('Compare with').selectOption('now')
  const differing = past.getByRole('region', { name: 'Differences' })
  await differing.getByRole('row', { name: /Title.*Yield of batch 17.*Yield of batch 18/s }).waitFor()
  await differing.locator('del', { hasText: 'low' }).waitFor()
  await differing.locator('ins', { hasText: 'high' }).waitFor()
  expect(await differing.getByRole('row', { name: /Comments/ }).innerText()).toContain('Weighed twice')
  expect(await findBarriers(page)).toEqual([])

  await differing.getByRole('button', { name: 'Restore Title' }).click()
  await expect.poll(stored).toMatchObject({ title: 'Yield of batch 17', rating: 4 })
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await expect.poll(stored).toMatchObject({ title: 'Yield of batch 18' })

  // Steps, links and files too; undo brings back what was added later.
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await past.getByLabel('Compare with').selectOption('now')
  for (const what of ['Files', 'Links', 'Steps']) await differing.getByText(`Restore ${what}`).waitFor()
  await past.getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(parts).toEqual({ links: [], files: [], steps: [] })
  const notes = page.getByRole('region', { name: 'Notifications' })
  await notes.getByText(/^Version of .* restored$/).waitFor()
  await page.keyboard.press('z')
  await expect
    .poll(parts)
    .toEqual({ links: [other], files: ['weights.txt'], steps: [expect.objectContaining({ finished: 1 })] })
  await expect.poll(stored).toMatchObject({ title: 'Yield of batch 18' })

  // On a phone, everything at once.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const history = page.getByRole('dialog', { name: 'History' })
  // The event of the undo: the list moves until then.
  await history.getByRole('listitem').first().getByText('Undone').waitFor()
  await history.getByText('created this entry').waitFor()
  await history
    .getByRole('listitem')
    .filter({ hasText: 'the rating' })
    .last()
    .getByRole('button', { name: 'View this version' })
    .click()
  await past.getByRole('article', { name: 'Yield of batch 18' }).getByText('yield', { exact: true }).waitFor()
  await past.getByRole('button', { name: 'Older' }).click()
  await past.getByLabel('Compare with').selectOption('now')
  await differing.getByRole('button', { name: 'Restore Text' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await past.getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(stored).toMatchObject({ title: 'Yield of batch 17', rating: 0, tags: null })
  expect((await stored()).body).toContain('low amount')

  // What cannot be restored is named, and the rest is restored.
  await notes.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(parts).toMatchObject({ links: [other], steps: [{ finished: 1 }] })
  const { data: there } = await notebook.call<Parts>(cookie, 'GET', path)
  const file = `${path}/uploads/${there.uploads[0]?.id}`
  await notebook.call(cookie, 'PATCH', file, { real_name: 'renamed.txt', comment: 'Balance was off' })
  await notebook.call(cookie, 'DELETE', file)
  await notebook.call(cookie, 'DELETE', `${path}/steps/${there.steps[0]?.id}`)
  await notebook.call(cookie, 'DELETE', `/experiments/${other}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  const lookBack = async () => {
    await slider.focus()
    await page.keyboard.press('End')
    for (let moments = 0; moments < 3; moments++) await page.keyboard.press('ArrowLeft')
    await article.getByRole('link', { name: 'weights.txt' }).waitFor()
    await article.getByText('☑ Weigh it again').waitFor()
  }
  await page.getByRole('button', { name: 'History' }).click()
  await page.route('**/timeline/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await lookBack()
  await past.getByRole('button', { name: 'Restore this version' }).click()
  const again = notes.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await parts()).toEqual({ links: [], files: [], steps: [] })
  await page.unroute('**/timeline/*')
  await again.click()
  await notes
    .getByText('Could not be restored: the link to “Batch 16” (The entry to link to is deleted: restore it first).')
    .waitFor()
  const restored = { files: ['weights.txt'], steps: [expect.objectContaining({ finished: 1 })] }
  expect(await parts()).toEqual({ links: [], ...restored })
})

test('why an entry is changed is said by who wants to, or by everybody where a team asks for it', async () => {
  const { notebook, cookie, page } = await lab({ expected: /status of 422/ })
  const path = `/experiments/${await notebook.experiment(cookie, { title: 'Yield of batch 17' })}`
  const stored = async () => (await notebook.call<Stored>(cookie, 'GET', path)).data
  await page.goto(path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add a reason for changes' }).click()
  await page.getByRole('dialog', { name: 'Reason for change' }).getByLabel('Reason').fill('The balance was off')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await expect.poll(stored).toMatchObject({ rating: 2 })
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('complementary', { name: 'History' }).getByText('The balance was off').first().waitFor()

  await notebook.call(cookie, 'PATCH', '/teams/current', { require_change_reason: 1 })
  await page.reload()
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
  const why = page.getByRole('dialog', { name: 'Reason for change' })
  await why.getByLabel('Reason').fill('Weighed again: 5 % more')
  expect(await findBarriers(page)).toEqual([])
  await why.getByRole('button', { name: 'Save' }).click()
  await expect.poll(stored).toMatchObject({ rating: 3 })
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await expect.poll(stored).toMatchObject({ rating: 5 })
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('complementary', { name: 'History' }).getByText('Weighed again: 5 % more').first().waitFor()
})
