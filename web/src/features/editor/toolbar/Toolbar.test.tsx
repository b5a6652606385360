import { expect, onTestFinished, test, vi } from 'vitest'
import { findButton, showPage } from '../../../../test/page.tsx'
import { openText, positionOf, typeText } from '../testing/open-text.ts'
import { Toolbar } from './Toolbar.tsx'

test('a value typed into a table can be undone without a keyboard', async () => {
  const { editor, stored } = openText('<table><tbody><tr><td><p>4.2</p></td></tr></tbody></table><p>End</p>')
  showPage(<Toolbar editor={editor} pickImage={() => {}} />)
  editor.commands.setTextSelection(positionOf(editor, '4.2', 3))
  typeText(editor, '9')
  expect(stored()).toContain('4.29')
  const undo = await findButton('Undo')
  await expect.poll(() => undo.hasAttribute('disabled') || undo.getAttribute('aria-disabled') === 'true').toBe(false)
  undo.click()
  expect(stored()).not.toContain('4.29')
})

test('a phone shows the tool for pictures before those for words', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = query.includes('48em')
    return { matches, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
  })
  onTestFinished(() => matchMedia.mockRestore())
  const { editor } = openText('<p>Gel</p>')
  showPage(<Toolbar editor={editor} pickImage={() => {}} />)
  const [image, bold] = [await findButton('Image'), await findButton('Bold')]
  expect(image.compareDocumentPosition(bold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
