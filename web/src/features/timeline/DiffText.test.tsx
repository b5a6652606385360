import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { DiffText } from './DiffText.tsx'
import { textOfHtml } from './html-text.ts'

const tasks = (thaw: boolean, word: string) =>
  `<ul data-type="taskList"><li data-type="taskItem" data-checked="${thaw}"><p>thaw cells</p></li></ul><p>a ${word}</p>`

test('a ticked task is told by its words', async () => {
  showPage(<DiffText before={textOfHtml(tasks(false, 'word'))} after={textOfHtml(tasks(true, 'word'))} />)
  await expect.poll(shownText).toBe('☑ ticked: thaw cells')
})

test('a ticked task and changed words are both told', async () => {
  showPage(<DiffText before={textOfHtml(tasks(true, 'word'))} after={textOfHtml(tasks(false, 'term'))} />)
  await expect.poll(shownText).toContain('unticked: thaw cells')
  expect(document.querySelector('ins:last-of-type')?.textContent).toContain('term')
})
