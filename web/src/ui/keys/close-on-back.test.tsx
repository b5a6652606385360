import { expect, onTestFinished, test, vi } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { useCloseOnBack } from './close-on-back.ts'

function Panel({ close }: { close(): void }) {
  useCloseOnBack(close)
  return <p>History</p>
}

/** As in a browser of a phone, or of a desk. */
function givenDevice({ isTouch }: { isTouch: boolean }) {
  const watchers = new Set<{ onclose: (() => void) | null }>()
  vi.stubGlobal(
    'CloseWatcher',
    class {
      onclose: (() => void) | null = null
      constructor() {
        watchers.add(this)
      }
      destroy = () => watchers.delete(this)
    },
  )
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = isTouch && query.includes('coarse')
    return { matches, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    matchMedia.mockRestore()
  })
  return watchers
}

test('the back gesture of a phone closes what covers the page', async () => {
  const watchers = givenDevice({ isTouch: true })
  const close = vi.fn()
  showPage(<Panel close={close} />)
  await expect.poll(() => watchers.size).toBe(1)
  for (const { onclose } of watchers) onclose?.()
  expect(close).toHaveBeenCalledOnce()
})

test('at a desk Escape closes menus first', async () => {
  const watchers = givenDevice({ isTouch: false })
  showPage(<Panel close={() => {}} />)
  await expect.poll(shownText).toContain('History')
  expect(watchers.size).toBe(0)
})
