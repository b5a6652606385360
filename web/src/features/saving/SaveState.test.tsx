import { expect, onTestFinished, test, vi } from 'vitest'
import { press, shownText, showPage } from '../../../test/page.tsx'
import type { SaveStatus } from '../../sync/sync.types.ts'
import { SaveState } from './SaveState.tsx'
import type { EntryDraft } from './use-entry-draft.ts'

const SAVED = { state: 'saved', at: undefined } as const

function show(isReadOnly: boolean, status: SaveStatus = SAVED): void {
  const live = { subscribe: () => () => {}, shown: { status, conflict: undefined } }
  const draft = { live } as unknown as EntryDraft
  showPage(<SaveState {...{ draft, isReadOnly }} fieldStatus={SAVED} isNew={false} showProblems={undefined} />)
}

test('an entry that one only reads is not called saved', async () => {
  show(true)
  await expect.poll(shownText).toContain('Read only')
  press(document.body, 's', { ctrlKey: true })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(shownText()).not.toContain('Saved')
})

test('an entry that one may edit is saved', async () => {
  show(false)
  await expect.poll(shownText).toContain('Saved')
})

test('text that could not be sent any more is told of, also to who only reads', async () => {
  show(true, { state: 'offline', isOnlyHere: false } as SaveStatus)
  await expect.poll(shownText).toContain('Offline, kept on this device')
})

test('a phone has one line for the state', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = query.includes('48em')
    return { matches, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
  })
  onTestFinished(() => matchMedia.mockRestore())
  show(false, { state: 'offline' })
  await expect.poll(() => document.querySelector('[data-save-state]')?.textContent).toBe('Offline')
})
