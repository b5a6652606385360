import { expect, test, vi } from 'vitest'
import { showPage } from '../../test/page.tsx'
import { useNewVersion } from './new-version.ts'
import { registerWorker } from './register-worker.ts'

const offered: ((() => Promise<void>) | undefined)[] = []

function Probe() {
  offered.push(useNewVersion())
  return null
}

test.each([
  ['asks the waiting version to take over', 'installed', ['activate'], 0],
  ['reloads at once if another tab has asked before', 'activated', [], 1],
])('loading a new version %s', async (_, state, asked, reloads) => {
  const told: unknown[] = []
  const waiting = { state, postMessage: (message: unknown) => told.push(message) }
  const registration = Object.assign(new EventTarget(), { waiting })
  const serviceWorker = Object.assign(new EventTarget(), { register: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  reload.mockClear()
  offered.length = 0
  await registerWorker()
  showPage(<Probe />)
  await expect.poll(() => offered.at(-1)).toBeDefined()
  await offered.at(-1)?.()
  expect(told).toEqual(asked)
  expect(reload).toHaveBeenCalledTimes(reloads)
})
