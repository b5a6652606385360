import { COMMENT_LIMIT } from '@aliquot/contract/limits'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { buttonNow, findButton, findField, press, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { CommentForm } from './CommentForm.tsx'
import { linkMentions, peopleOf } from './mentions-in-words.ts'

async function openForm({ isEdit = false } = {}) {
  const submit = vi.fn()
  const cancel = vi.fn()
  function Form() {
    const [words, setWords] = useState('')
    return (
      <CommentForm
        label="Write a comment"
        send="Comment"
        words={words}
        setWords={setWords}
        entry={{ type: 'experiments', id: 1 }}
        submit={submit}
        {...(isEdit && { cancel })}
      />
    )
  }
  showPage(<Form />)
  return { field: await findField('Write a comment'), submit, cancel }
}

const SEND = 'CommentCtrl↵'

test('a comment of nothing but blanks is not sent', async () => {
  const { field, submit } = await openForm()
  type(field, '  \n ')
  press(field, 'Enter', { ctrlKey: true })
  expect(submit).not.toHaveBeenCalled()
  expect(buttonNow(SEND)).toBeNull()
})

test('Enter begins a line, Ctrl-Enter sends', async () => {
  const { field, submit } = await openForm()
  type(field, 'yield is low')
  await findButton(SEND)
  press(field, 'Enter')
  expect(submit).not.toHaveBeenCalled()
  press(field, 'Enter', { ctrlKey: true })
  expect(submit).toHaveBeenCalledExactlyOnceWith('yield is low')
})

test('a text that is too long is kept whole, is not sent, and the field says by how much', async () => {
  const { field, submit } = await openForm()
  const { most } = COMMENT_LIMIT
  type(field, 'x'.repeat(most - 1))
  await expect.poll(shownText).toContain('1 character left')

  type(field, 'x'.repeat(most + 3))
  await expect.poll(shownText).toContain(`${most + 3} characters, at most ${most} allowed`)
  expect(field.value).toHaveLength(most + 3)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  press(field, 'Enter', { ctrlKey: true })
  ;(await findButton(SEND)).click()
  expect(submit).not.toHaveBeenCalled()

  type(field, 'x'.repeat(most))
  await expect.poll(shownText).not.toContain('at most')
  press(field, 'Enter', { ctrlKey: true })
  expect(submit).toHaveBeenCalledTimes(1)
})

test('Escape gives up an edit, and takes nothing away from a new comment', async () => {
  const { field, cancel } = await openForm({ isEdit: true })
  press(field, 'Escape')
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('@ offers people; the field shows the name and the comment has the link', async () => {
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  givenService({ 'GET /experiments/1/mentionable': [{ userid: 3, fullname: 'Ada Lovelace', can_read: 1 }] as object })
  const { field, submit } = await openForm()
  field.focus()
  type(field, 'ask @ada')
  await expect.poll(() => document.querySelector('[role=option]')?.textContent).toBe('Ada Lovelace')
  press(field, 'Enter')
  await expect.poll(() => field.value).toBe('ask @Ada Lovelace')
  press(field, 'Enter', { ctrlKey: true })
  expect(submit).toHaveBeenCalledExactlyOnceWith('ask [@Ada Lovelace](/people/3)')
})

test('names become links again when a comment is edited, the longest first', () => {
  const people = new Map([
    [3, 'Ada King'],
    [4, 'Ada King-Noel (B.)'],
  ])
  const stored = '[@Ada King](/people/3), [@Ada King-Noel (B.)](/people/4) and @Ada Kingston'
  expect(linkMentions('@Ada King, @Ada King-Noel (B.) and @Ada Kingston', people)).toBe(stored)
  expect(peopleOf(stored)).toEqual(people)
  expect(linkMentions('ask @Bob', new Map())).toBe('ask @Bob')
})
