import { expect, test, vi } from 'vitest'
import { openText } from '../testing/open-text.ts'

const TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>Thaw</p>' +
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>On ice</p></li></ul></li></ul>'

test.each([true, false])(
  'a tick by touch opens no keyboard, one with the mouse leads to the text (touch: %j)',
  async (isTouch) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isTouch }))
    const { editor, stored } = openText(TASKS)
    const focus = vi.spyOn(editor.view, 'focus')
    boxOf(editor.view.dom, 'On ice').click()
    // The focus moves with the next frame.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(stored()).toContain('data-checked="true"><p>On ice')
    expect(stored()).toContain('data-checked="false"><p>Thaw')
    editor.commands.undo()
    expect(stored()).not.toContain('data-checked="true"')
    expect(focus.mock.calls.length > 0).toBe(!isTouch)
  },
)

function boxOf(text: HTMLElement, words: string): HTMLInputElement {
  const item = [...text.querySelectorAll('li')].findLast((one) => one.textContent?.includes(words))
  const box = item?.querySelector<HTMLInputElement>(':scope > label input')
  if (!box) throw new Error(`No box of “${words}”`)
  return box
}
