import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startThread } from './thread.ts'

test('a thread below `node --watch` posts its results only', async () => {
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  onTestFinished(() => {
    delete process.env.WATCH_REPORT_DEPENDENCIES
  })
  const thread = startThread(new URL('../text-work/thread.ts', import.meta.url))
  onTestFinished(async () => {
    await thread.terminate()
  })
  thread.postMessage({ name: 'cleanHtml', args: ['<p onclick=x>4.2 mg</p>'] })
  expect(await once(thread, 'message')).toEqual(['<p>4.2 mg</p>'])
})
