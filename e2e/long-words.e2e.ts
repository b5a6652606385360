import { expect, test } from 'vitest'
import { lab } from './harness.ts'

test('what is too long for a field is told under it, and none of it is cut', async () => {
  const { page, notebook, cookie } = await lab()
  const id = await notebook.experiment(cookie, { title: 'Long words', body: '' })
  const comments = async () =>
    (await notebook.call<{ comment: string }[]>(cookie, 'GET', `/experiments/${id}/comments`)).data
  await page.goto(`/experiments/${id}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('t'.repeat(403))
  await page.getByText('At most 255 characters, and these are 403').first().waitFor()
  expect(await title.inputValue()).toBe('t'.repeat(403))
  await title.fill('Long words')
  const comment = page.getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('c'.repeat(70_000))
  await comment.press('Control+Enter')
  await page.getByText('At most 65535 characters, and these are 70000').first().waitFor()
  expect(await comment.inputValue()).toBe('c'.repeat(70_000))
  // More than the page accepted before, and all that the service accepts.
  await comment.fill('c'.repeat(20_003))
  await comment.press('Control+Enter')
  await expect.poll(async () => (await comments()).map((one) => one.comment.length)).toEqual([20_003])
})
