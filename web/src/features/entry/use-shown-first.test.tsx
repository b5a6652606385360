import { useState } from 'react'
import { expect, test } from 'vitest'
import { findButton, showPage } from '../../../test/page.tsx'
import { useShownFirst } from './use-shown-first.ts'

function Page() {
  const [isHidden, setHidden] = useState(true)
  const goTo = useShownFirst(isHidden, () => setHidden(false))
  const focus = () => document.querySelector<HTMLElement>('textarea')?.focus()
  return (
    <>
      <div style={{ display: isHidden ? 'none' : undefined }}>
        <textarea aria-label="Comment" />
      </div>
      <button type="button" onClick={() => goTo(focus)}>
        Comment
      </button>
      <button type="button" onClick={() => setHidden(true)}>
        Hide
      </button>
    </>
  )
}

test('a hidden field is shown before it is focused, and once', async () => {
  showPage(<Page />)
  ;(await findButton('Comment')).click()
  const field = document.querySelector('textarea')
  await expect.poll(() => [field?.parentElement?.style.display, document.activeElement === field]).toEqual(['', true])
  field?.blur()
  ;(await findButton('Hide')).click()
  await expect.poll(() => field?.parentElement?.style.display).toBe('none')
  expect(document.activeElement).not.toBe(field)
})
