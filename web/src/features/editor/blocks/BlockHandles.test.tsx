import { expect, onTestFinished, test, vi } from 'vitest'
import { findButton, shownText, showPage } from '../../../../test/page.tsx'
import { openText, positionOf } from '../testing/open-text.ts'
import { BlockButton } from './BlockButton.tsx'
import { BlockHandles } from './BlockHandles.tsx'

const TABLE = '<table><tbody><tr><td><p>1</p></td></tr></tbody></table>'

function click(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** The emulation has no layout: every height belongs to the element with these words. */
function point(words: string): void {
  const element = [...document.querySelectorAll('p, h2, td')].find(({ textContent }) => textContent === words)
  document.elementFromPoint = () => element ?? null
}

async function openHandles(html: string) {
  const text = openText(html)
  // Room for both buttons beside the text.
  showPage(<BlockHandles editor={text.editor} />)
  const measure = vi
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockReturnValue(new DOMRect(100, 0, 600, 600))
  onTestFinished(() => measure.mockRestore())
  const pointAt = async (words: string) => {
    // A change hides the grip of the block before, which must not be taken for this one.
    await expect.poll(() => document.querySelector('[data-grip]')).toBeNull()
    point(words)
    await expect
      .poll(() => {
        document.dispatchEvent(new PointerEvent('pointermove', { clientX: 120, clientY: 20, pointerType: 'mouse' }))
        return document.querySelector('[data-grip]')
      })
      .not.toBeNull()
  }
  return { ...text, pointAt }
}

async function choose(name: string): Promise<void> {
  await expect.poll(shownText).toContain(name)
  const item = [...document.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === name)
  click(item as Element)
}

test('the grip of the block under the pointer opens a menu that moves, doubles and removes it', async () => {
  const { stored, pointAt } = await openHandles(`<p>one</p>${TABLE}<p>two</p>`)
  await pointAt('one')
  click(await findButton('Block actions'))
  await choose('Move down')
  await expect.poll(stored).toBe(`${TABLE}<p>one</p><p>two</p>`)
  await pointAt('1')
  click(await findButton('Block actions'))
  await expect.poll(shownText).toContain('Duplicate')
  // A table is no text that could be a heading.
  expect(shownText()).not.toContain('Turn into')
  await choose('Duplicate')
  await expect.poll(stored).toBe(`${TABLE}${TABLE}<p>one</p><p>two</p>`)
  await pointAt('two')
  click(await findButton('Block actions'))
  await choose('Remove')
  await expect.poll(stored).toBe(`${TABLE}${TABLE}<p>one</p>`)
})

test('a block is turned into another form, and gets a line below it', async () => {
  const { editor, stored, pointAt } = await openHandles('<p>one</p>')
  await pointAt('one')
  click(await findButton('Block actions'))
  await choose('Turn into')
  await choose('Heading 2')
  await expect.poll(stored).toBe('<h2>one</h2>')
  await pointAt('one')
  click(await findButton('Insert below'))
  await expect.poll(stored).toBe('<h2>one</h2><p>/</p>')
  expect(editor.state.selection.$from.parent.textContent).toBe('/')
})

test('the toolbar has the same menu for the block with the cursor', async () => {
  const { editor, stored } = openText('<ul><li><p>a</p></li><li><p>b</p></li></ul>')
  editor.commands.setTextSelection(positionOf(editor, 'b'))
  showPage(<BlockButton editor={editor} />)
  click(await findButton('Block actions'))
  await choose('Move up')
  await expect.poll(stored).toBe('<ul><li><p>b</p></li><li><p>a</p></li></ul>')
})
