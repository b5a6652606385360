import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MadeFolders } from './folders.ts'

test('nobody goes on before the name of a folder is durable, not even who finds it there', async () => {
  const folders = new MadeFolders()
  const folder = join(makePlace(), 'ab')
  let second: Promise<void> | undefined
  const happened = await watchSyncs(async () => {
    second ??= make()
    // Longer than a check whether the folder exists.
    for (let n = 0; n < 20; n++) await stat(folder)
  })
  const make = async () => {
    await folders.make(folder)
    happened.push('went on')
  }
  await make()
  await second
  expect(happened).toEqual([inodeOf(dirname(folder)), 'went on', 'went on'])
})

test('each of the folders that were missing gets a durable name, once', async () => {
  const folders = new MadeFolders()
  const place = makePlace()
  const happened = await watchSyncs()
  await folders.make(join(place, 'files', 'ab'))
  await folders.make(join(place, 'files', 'ab'))
  expect(happened).toEqual([inodeOf(join(place, 'files')), inodeOf(place)])
})

test('a folder whose name could not be made durable is not taken for made', async () => {
  const folders = new MadeFolders()
  const folder = join(makePlace(), 'ab')
  let isBroken = true
  const happened = await watchSyncs(async () => {
    if (isBroken) throw new Error('EIO')
  })
  await expect(folders.make(folder)).rejects.toThrow('EIO')
  isBroken = false
  await folders.make(folder)
  expect(happened).toEqual([inodeOf(dirname(folder))])
})

/** No file system reports what would survive a power cut, so this records which inodes were synced. */
async function watchSyncs(before = async () => {}): Promise<(number | string)[]> {
  const synced: (number | string)[] = []
  const handle = await open(tmpdir())
  const kind: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = kind
  const spy = vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    await before()
    await sync.call(this)
    synced.push((await this.stat()).ino)
  })
  onTestFinished(() => spy.mockRestore())
  return synced
}

function inodeOf(path: string): number {
  return statSync(path).ino
}

function makePlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'aliquot-store-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  return place
}
