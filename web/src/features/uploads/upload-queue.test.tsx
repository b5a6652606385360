import type { Session } from '@aliquot/contract/session'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Unreachable } from '../../api/client.ts'
import { noteSession } from '../../api/known-session.ts'
import type { KeptRow } from '../../sync/pending-store.ts'
import type { KeptFile } from './kept-files.ts'
import { uploadQueue } from './upload-queue.ts'

const ADA = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [] } as unknown as Session

/** What is on the disk, and what the service has. */
const world = vi.hoisted(() => ({ rows: new Map<string, KeptRow>(), isOffline: true, keys: [] as string[], tries: 0 }))

// The emulated page has no database.
vi.mock('../../sync/pending-store.ts', () => ({
  putKept: async (row: KeptRow) => Boolean(world.rows.set(row.key, row)),
  dropKept: async (key: string) => void world.rows.delete(key),
  keptOf: async (_: string, __: number, entryId: number) =>
    [...world.rows.values()].filter((row) => row.entryId === entryId),
}))

vi.mock('../../api/send-file.ts', async () => {
  const { lost } = await import('../../api/client.ts')
  return {
    async sendFile({ idempotencyKey }: { idempotencyKey: string }) {
      world.tries += 1
      if (world.isOffline) throw lost()
      world.keys.push(idempotencyKey)
      return { id: 7 }
    },
  }
})

beforeEach(() => {
  noteSession(ADA)
  world.rows.clear()
  world.isOffline = true
  world.keys = []
  world.tries = 0
})

const photo = () => ({ name: 'gel.jpg', file: new File(['lanes'], 'gel.jpg') })

test('a file added without a network outlives the page, and the next one sends it', async () => {
  const queue = uploadQueue({ type: 'experiments', id: 5 }, ADA.userid)
  queue.add([photo()])
  await expect.poll(() => queue.shown[0]?.isKept).toBe(true)
  const [row] = world.rows.values()
  if (!row) throw new Error('Nothing is kept')
  const { key } = row.content as KeptFile
  queue.discard(key)
  expect([queue.shown.length, world.rows.size]).toEqual([0, 0])

  // As another page finds it.
  world.rows.set('file/1/6/a', { ...row, entryId: 6 })
  const next = uploadQueue({ type: 'experiments', id: 6 }, ADA.userid)
  await expect.poll(() => next.shown[0]?.error).toBeInstanceOf(Unreachable)
  expect(world.rows.size).toBe(1)
  world.isOffline = false
  // Without an event of the browser: the device was online all the time.
  await expect.poll(() => world.keys, { timeout: 5_000 }).toEqual([key])
  await expect.poll(() => next.shown).toEqual([])
})

test('several files that wait are tried again together, not once more for each', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = uploadQueue({ type: 'experiments', id: 8 }, ADA.userid)
  queue.add([photo(), photo(), photo()])
  // After 0, 0.5, 1.5, 3.5, 7.5, 15.5 and 25.5 seconds.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(world.tries).toBe(7 * 3)
})
