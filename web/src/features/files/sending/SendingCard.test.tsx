import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../../test/page.tsx'
import type { Sending, UploadQueue } from '../../uploads/upload-queue.ts'
import { SendingCard } from './SendingCard.tsx'

/** A queue without a network. */
function emptyQueue() {
  const watchers = new Set<() => void>()
  const queue = {
    shown: [] as readonly Sending[],
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
  const set = (shown: readonly Sending[]) => {
    queue.shown = shown
    for (const watcher of watchers) watcher()
  }
  return { queue: queue as unknown as UploadQueue, set }
}

const sending = (name: string, change: Partial<Sending> = {}): Sending => ({
  key: name,
  name,
  size: 100,
  sent: 0,
  isLarge: false,
  ...change,
})

test('files that are dropped out of sight of their list are counted until they are there, and lead to it', async () => {
  const { queue, set } = emptyQueue()
  const section = document.createElement('section')
  let shown = 0
  section.scrollIntoView = () => {
    shown += 1
  }
  let isClosed = false
  set([sending('a'), sending('b')])
  showPage(<SendingCard queue={queue} section={section} close={() => (isClosed = true)} />)
  await expect.poll(shownText).toContain('Uploading 1 of 2')
  set([sending('b', { sent: 50 })])
  await expect.poll(shownText).toContain('Uploading 2 of 2')
  set([sending('b', { error: new Error('lost') })])
  await expect.poll(shownText).toContain('1 file failed to upload')
  set([sending('b', { error: new Error('lost'), isKept: true })])
  await expect.poll(shownText).toContain('1 file waits for the network')
  set([])
  await expect.poll(shownText).toContain('2 files added')
  ;(await findButton('Show files')).click()
  expect([shown, isClosed]).toEqual([1, true])
})
