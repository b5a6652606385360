import { expect, test } from 'vitest'
import { press, shownText, showPage } from '../../../../test/page.tsx'
import { openText, typeText } from '../testing/open-text.ts'
import { TriggerMenu } from './TriggerMenu.tsx'

// The text of a slash menu is placed by the position of its line, which the emulation does not know.
const NOWHERE = { left: 0, right: 0, top: 0, bottom: 0 }

function openMenu() {
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  const text = openText('<p></p>')
  text.editor.view.coordsAtPos = () => NOWHERE
  showPage(
    <>
      <p>ready</p>
      <TriggerMenu entryType="experiments" editor={text.editor} entryId={1} pickImage={() => {}} />
    </>,
  )
  return text
}

test.each([
  ['picture', 'Image'],
  ['attach', 'File'],
])('/%s finds “%s”', async (letters, label) => {
  const { editor } = openMenu()
  await expect.poll(shownText).toContain('ready')
  typeText(editor, `/${letters}`)
  await expect.poll(() => document.querySelector('[role=option][aria-selected=true]')?.textContent).toBe(label)
})

test('a slash shows everything in groups, and Enter takes something only after a letter or an arrow key', async () => {
  const { editor, stored } = openMenu()
  await expect.poll(shownText).toContain('ready')
  typeText(editor, 'Flow in ml /')
  await expect.poll(shownText).toContain('Heading 1')
  expect(shownText()).toMatch(/Text.*Heading 1#.*Insert.*Table.*Symbols/)
  expect(document.querySelector('[role=option][aria-selected=true]')).toBeNull()
  press(editor.view.dom, 'Enter')
  expect(stored()).not.toContain('<h1>')
  expect(stored()).toContain('Flow in ml /')
  typeText(editor, ' /h')
  await expect
    .poll(() => document.querySelector('[role=option][aria-selected=true]')?.textContent)
    .toContain('Heading 1')
  press(editor.view.dom, 'Enter')
  await expect.poll(stored).toContain('<h1>')
})
