import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'

/** Pastes into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

test('what is too long for a field is told under it, and none of it is cut', async () => {
  const { page, notebook, cookie } = await lab()
  const id = await notebook.experiment(cookie, { title: 'Long words', body: '' })
  const comments = async () =>
    (await notebook.call<{ comment: string }[]>(cookie, 'GET', `/experiments/${id}/comments`)).data
  await page.goto(`/experiments/${id}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('t'.repeat(403))
  await page.getByText('403 characters, at most 255 allowed').first().waitFor()
  expect(await title.inputValue()).toBe('t'.repeat(403))
  await title.fill('Long words')
  const comment = page.getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('c'.repeat(70_000))
  await comment.press('Control+Enter')
  await page.getByText('70000 characters, at most 65535 allowed').first().waitFor()
  expect(await comment.inputValue()).toBe('c'.repeat(70_000))
  // More than the page accepted before, and all that the service accepts.
  await comment.fill('c'.repeat(20_003))
  await comment.press('Control+Enter')
  await expect.poll(async () => (await comments()).map((one) => one.comment.length)).toEqual([20_003])
})

test('a step that is too long is told under its field, and no pasted line is cut', async () => {
  const { page, notebook, cookie } = await lab()
  const id = await notebook.experiment(cookie, { title: 'Long steps', body: '' })
  const steps = async () =>
    (await notebook.call<{ body: string }[]>(cookie, 'GET', `/experiments/${id}/steps`)).data.map(({ body }) => body)
  await page.goto(`/experiments/${id}`)
  const section = page.getByRole('region', { name: 'Steps' })
  const input = section.getByLabel('Add step')
  await input.fill('s'.repeat(403))
  await input.press('Enter')
  await section.getByText('403 characters, at most 255 allowed').waitFor()
  expect(await input.inputValue()).toBe('s'.repeat(403))
  await input.fill('')
  await paste(page, `weigh it\n${'l'.repeat(300)}\ndissolve it`)
  await expect.poll(steps).toEqual(['weigh it', 'dissolve it'])
  expect(await input.inputValue()).toBe('l'.repeat(300))
  // The words of a step that is there may be longer.
  await section.getByRole('button', { name: 'Rename “weigh it”' }).click()
  const rename = section.getByRole('textbox', { name: 'Rename “weigh it”' })
  await rename.fill('w'.repeat(403))
  await rename.press('Enter')
  await expect.poll(steps).toEqual(['w'.repeat(403), 'dissolve it'])
})
