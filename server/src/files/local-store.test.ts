import { mkdtempSync, rmSync } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { forgetFolders, makeFolder } from './local-store.ts'

/** What happened to folders, in its order, and what is to happen before the next one is opened to be synced. */
const seen = vi.hoisted(() => ({ lines: [] as string[], beforeSync: async () => {} }))

// No file system tells what of it would outlast a power cut, so the calls are looked at.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fs>()
  return {
    ...original,
    async open(path: string, flags: string) {
      await seen.beforeSync()
      const handle = await original.open(path, flags)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        await sync()
        seen.lines.push(`synced ${path}`)
      }
      return handle
    },
  }
})

beforeEach(() => {
  forgetFolders()
  seen.lines = []
  seen.beforeSync = async () => {}
})

test('nobody goes on before the name of a folder is durable, not even who finds it there', async () => {
  const folder = join(makePlace(), 'ab')
  const make = async () => {
    await makeFolder(folder)
    seen.lines.push('went on')
  }
  let second: Promise<void> | undefined
  seen.beforeSync = async () => {
    second ??= make()
    // Longer than it takes to find that the folder is there.
    for (let n = 0; n < 20; n++) await stat(folder)
  }
  await make()
  await second
  expect(seen.lines).toEqual([`synced ${dirname(folder)}`, 'went on', 'went on'])
})

test('each of the folders that were missing gets a durable name', async () => {
  const place = makePlace()
  await makeFolder(join(place, 'files', 'ab'))
  await makeFolder(join(place, 'files', 'ab'))
  expect(seen.lines.sort()).toEqual([`synced ${place}`, `synced ${join(place, 'files')}`])
})

test('a folder whose name could not be made durable is not taken for made', async () => {
  const folder = join(makePlace(), 'ab')
  seen.beforeSync = () => Promise.reject(new Error('EIO'))
  await expect(makeFolder(folder)).rejects.toThrow('EIO')
  seen.beforeSync = async () => {}
  await makeFolder(folder)
  expect(seen.lines).toEqual([`synced ${dirname(folder)}`])
})

function makePlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'aliquot-store-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  return place
}
