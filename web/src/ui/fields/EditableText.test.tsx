import { NAME_LIMIT } from '@aliquot/contract/limits'
import { expect, test, vi } from 'vitest'
import { findButton, findField, press, shownText, showPage, type } from '../../../test/page.tsx'
import { ApiError } from '../../api/client.ts'
import { EditableText } from './EditableText.tsx'

const LABEL = 'Rename Running'

/** The field of a name that somebody has clicked on. */
async function beginEdit(save: (name: string) => unknown = () => {}) {
  const saved = vi.fn(save)
  showPage(<EditableText value="Running" label={LABEL} limit={NAME_LIMIT} save={saved} />)
  ;(await findButton(LABEL)).click()
  return { field: await findField(LABEL), saved }
}

test('Enter saves without blanks around it, and the keyboard is back on the name', async () => {
  const { field, saved } = await beginEdit()
  expect(field.value).toBe('Running')
  type(field, '  Done ')
  press(field, 'Enter')
  expect(saved).toHaveBeenCalledExactlyOnceWith('Done')
  await expect.poll(() => document.activeElement?.tagName).toBe('BUTTON')
})

test('leaving the field saves, too', async () => {
  const { field, saved } = await beginEdit()
  type(field, 'Done')
  field.blur()
  await expect.poll(() => saved.mock.calls).toEqual([['Done']])
})

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['the same name', ' Running '],
])('%s is not saved', async (_, text) => {
  const { field, saved } = await beginEdit()
  type(field, text)
  press(field, 'Enter')
  await findButton(LABEL)
  expect(saved).not.toHaveBeenCalled()
})

test('Escape gives up, also for what lies around', async () => {
  const closed = vi.fn()
  document.body.addEventListener('keydown', closed, { once: true })
  const { field, saved } = await beginEdit()
  type(field, 'Done')
  press(field, 'Escape')
  await findButton(LABEL)
  expect(saved).not.toHaveBeenCalled()
  expect(closed).not.toHaveBeenCalled()
  document.body.removeEventListener('keydown', closed)
})

test('a name that is too long stays in the field, by Enter and by leaving', async () => {
  const { field, saved } = await beginEdit()
  const long = 'n'.repeat(NAME_LIMIT.most + 1)
  type(field, long)
  await expect.poll(shownText).toContain(`at most ${NAME_LIMIT.most} allowed`)
  press(field, 'Enter')
  field.blur()
  expect(saved).not.toHaveBeenCalled()
  expect((await findField(LABEL)).value).toBe(long)
})

test('a refused name comes back into the field, with the reason', async () => {
  const refused = new ApiError(422, { message: 'name: is taken' })
  const { field } = await beginEdit(() => Promise.reject(refused))
  type(field, 'Done')
  press(field, 'Enter')
  await expect.poll(shownText).toContain('name: is taken')
  expect((await findField(LABEL)).value).toBe('Done')
})
