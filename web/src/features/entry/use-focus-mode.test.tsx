import { useState } from 'react'
import { expect, test } from 'vitest'
import { findButton, press, shownText, showPage } from '../../../test/page.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { useFocusMode } from './use-focus-mode.ts'

function Page() {
  const { isOn, toggle, label } = useFocusMode('This experiment')
  return (
    <>
      <textarea aria-label="Text" />
      <button type="button" aria-pressed={isOn} onClick={toggle}>
        {label}
      </button>
    </>
  )
}

const isOn = () => document.documentElement.dataset.focusMode !== undefined

test('focus mode is entered and left by button and by key, also while typing; Escape leaves it', async () => {
  showPage(<Page />)
  ;(await findButton('Focus mode')).click()
  await expect.poll(isOn).toBe(true)
  const field = document.querySelector('textarea') as HTMLElement
  press(field, 'Escape')
  await expect.poll(isOn).toBe(false)
  press(field, 'F', { ctrlKey: true, shiftKey: true })
  await expect.poll(isOn).toBe(true)
  await findButton('Leave focus mode')
  press(field, 'F', { ctrlKey: true, shiftKey: true })
  await expect.poll(isOn).toBe(false)
})

/** Like the past of an entry: Escape leaves it. */
function Past({ leave }: { leave(): void }) {
  useShortcuts({ Escape: leave }, '')
  return <p>The past</p>
}

function PageInThePast() {
  const [isPast, setPast] = useState(true)
  return (
    <>
      <Page />
      {isPast && <Past leave={() => setPast(false)} />}
    </>
  )
}

test('Escape leaves what is inside of it first', async () => {
  showPage(<PageInThePast />)
  ;(await findButton('Focus mode')).click()
  await expect.poll(isOn).toBe(true)
  press(document.body, 'Escape')
  await expect.poll(shownText).not.toContain('The past')
  expect(isOn()).toBe(true)
  press(document.body, 'Escape')
  await expect.poll(isOn).toBe(false)
})

test('a page that is left takes its focus mode along', async () => {
  showPage(<Page />)
  ;(await findButton('Focus mode')).click()
  await expect.poll(isOn).toBe(true)
})

test('the next page has all its parts', () => {
  expect(isOn()).toBe(false)
})
