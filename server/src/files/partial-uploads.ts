import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fateOf, PROCESS_NAME } from '../lib/process-name.ts'
import { isMissing, statOrNothing, syncFolder } from './folders.ts'
import { comeIn, HEAD_BYTES, type Incoming, receive } from './incoming.ts'
import {
  donePlaceOf,
  FACTS,
  folderOfPerson,
  ID,
  isOver,
  listNames,
  NEW,
  PART,
  type PartialKey,
  placeOf,
  removeFolder,
  timeOf,
} from './partial-places.ts'
import type { Received } from './received.ts'
import { releaseChunk } from './release-chunk.ts'

/** The facts with which an upload began. They never change. */
export interface PartialFacts extends PartialKey {
  size: number
  /** Tells different requests with the same Idempotency-Key apart. */
  requestHash: string
  /** The request, in the terms of the feature that made it. */
  wanted: Record<string, unknown>
}

/** The current state of an upload. */
export interface PartialUpload extends PartialFacts {
  /** The number of bytes that are durable. */
  offset: number
  /** The id of the upload row, once the content is stored. */
  storedAs: number | undefined
  /** When the last bytes arrived, in milliseconds. */
  touchedAt: number
}

const NOTE = /^([0-9a-f]{8}-\d+)\.offset$/

/** Creates an upload durably and atomically. Returns false if its id is taken. */
export async function beginPartial(files: Incoming, facts: PartialFacts): Promise<boolean> {
  const place = placeOf(files, facts)
  const making = `${place}.${PROCESS_NAME}${NEW}`
  try {
    await files.folders.make(dirname(place))
    await mkdir(making, { mode: 0o700 })
    await writeDurably(join(making, PART), '')
    await writeDurably(join(making, FACTS), JSON.stringify(facts))
    await syncFolder(making)
    await rename(making, place)
    await syncFolder(dirname(place))
    return true
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (isMissing(error)) files.folders.forget()
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Finds an upload, finished or not. Undefined if there is none, or if it has expired. */
export async function findPartial(files: Incoming, key: PartialKey): Promise<PartialUpload | undefined> {
  if (!ID.test(key.id)) return undefined
  // Check the finished ones again: it may have finished and lost its folder after the first check.
  return (await findDone(files, key)) ?? (await findUnfinished(files, key)) ?? (await findDone(files, key))
}

interface Done extends PartialFacts {
  storedAs: number
}

async function findDone(files: Incoming, key: PartialKey): Promise<PartialUpload | undefined> {
  const path = donePlaceOf(files, key)
  const touchedAt = await timeOf(path)
  if (isOver(touchedAt)) return undefined
  const done = await readJson<Done>(path)
  return done && { ...done, offset: done.size, touchedAt }
}

async function findUnfinished(files: Incoming, key: PartialKey): Promise<PartialUpload | undefined> {
  const place = placeOf(files, key)
  const facts = await readJson<PartialFacts>(join(place, FACTS))
  const part = await statOrNothing(join(place, PART))
  if (!facts || !part || isOver(part.mtimeMs)) return undefined
  const noted = await notedOffset(place)
  if (noted === undefined) return undefined
  return { ...facts, offset: Math.min(noted, part.size, facts.size), storedAs: undefined, touchedAt: part.mtimeMs }
}

/** Undefined if the upload was removed meanwhile. */
async function notedOffset(place: string): Promise<number | undefined> {
  let highest = 0
  try {
    for (const name of await readdir(place)) {
      if (!NOTE.test(name)) continue
      const noted = Number(await readFile(join(place, name), 'utf8'))
      // A note that was torn by a power cut is ignored.
      if (Number.isSafeInteger(noted)) highest = Math.max(highest, noted)
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return highest
}

/** The most bytes that may be lost when the process is killed. */
const BETWEEN_NOTES = 32 * 1024 * 1024

/**
 * Appends bytes in constant memory and returns the new size. Only durable bytes are reported. Bytes from before a
 * failure stay.
 */
export async function appendPartial(
  files: Incoming,
  upload: PartialKey & Pick<PartialUpload, 'offset'>,
  chunks: AsyncIterable<Buffer>,
  { onBytes }: { onBytes(size: number): void | Promise<void> },
): Promise<number> {
  const { offset } = upload
  const place = placeOf(files, upload)
  const part = await open(join(place, PART), 'r+')
  let note: FileHandle | undefined
  let noted = offset
  let written = offset
  const noteDown = async () => {
    if (!note || written === noted) return
    await part.datasync()
    // The length is fixed and fits in one sector, so it is written whole or not at all.
    await note.write(String(written).padStart(16, '0'), 0)
    await note.datasync()
    noted = written
  }
  try {
    // Open the note before the first byte: takeContent checks the notes for other writers.
    note = await openNote(place)
    try {
      for await (const chunk of chunks) {
        await onBytes(written + chunk.length)
        await writeAll(part, chunk, written)
        written += chunk.length
        releaseChunk(chunk)
        if (written - noted >= BETWEEN_NOTES) await noteDown()
      }
    } finally {
      await noteDown()
    }
    return written
  } finally {
    await note?.close()
    await part.close()
  }
}

async function openNote(place: string): Promise<FileHandle> {
  const handle = await open(join(place, `${PROCESS_NAME}.offset`), constants.O_WRONLY | constants.O_CREAT, 0o600)
  await syncFolder(place)
  return handle
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}

/**
 * Hands over the whole content as an incoming file. The upload keeps its own link until it is removed, so this can be
 * repeated.
 */
export async function takeContent(files: Incoming, upload: PartialUpload): Promise<Received> {
  const { size } = upload
  const place = placeOf(files, upload)
  const part = join(place, PART)
  const writers = (await readdir(place)).map((name) => NOTE.exec(name)?.[1])
  // Another server that shares this folder may still be writing, so copy instead of linking.
  const isShared = writers.some((writer) => writer !== undefined && ['running', 'unknown'].includes(fateOf(writer)))
  const received = isShared
    ? await receive(files, createReadStream(part))
    : await comeIn(files, part, await lookInto(part))
  if (received.size !== size) throw new Error(`an upload of ${size} bytes has ${received.size}`)
  return received
}

const READ_BYTES = 1024 * 1024

/** Uses one buffer throughout, because the chunks of a stream would pile up. */
async function lookInto(path: string): Promise<Pick<Received, 'hash' | 'size' | 'head'>> {
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    const digest = createHash('sha256')
    let head: Buffer = Buffer.alloc(0)
    let size = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, size)
      if (bytesRead === 0) break
      if (size === 0) head = Buffer.from(buffer.subarray(0, Math.min(bytesRead, HEAD_BYTES)))
      digest.update(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
    return { hash: digest.digest('hex'), size, head }
  } finally {
    await handle.close()
  }
}

/** Records that the content is stored and a row refers to it. Only the result of the upload is kept, for a while. */
export async function notePartialStored(files: Incoming, facts: PartialFacts, storedAs: number): Promise<void> {
  const { id, userid, size, requestHash, wanted } = facts
  const done: Done = { id, userid, size, requestHash, wanted, storedAs }
  const place = donePlaceOf(files, facts)
  const first = `${place}.${randomUUID()}.${PROCESS_NAME}${NEW}`
  try {
    await files.folders.make(dirname(place))
    await writeDurably(first, JSON.stringify(done))
    await rename(first, place)
    await syncFolder(dirname(place))
  } catch (error) {
    if (isMissing(error)) files.folders.forget()
    throw error
  }
  await removeFolder(placeOf(files, facts))
}

/** Removes an upload, or the result of a finished one. */
export async function removePartial(files: Incoming, key: PartialKey): Promise<void> {
  await removeFolder(placeOf(files, key))
  await rm(donePlaceOf(files, key), { force: true })
}

/** Lists the unfinished uploads of a person, least recently used first. */
export async function listUnfinished(files: Incoming, userid: number): Promise<PartialUpload[]> {
  const found: PartialUpload[] = []
  for (const id of await listNames(folderOfPerson(files, userid))) {
    const upload = await findPartial(files, { id, userid })
    if (upload && upload.storedAs === undefined) found.push(upload)
  }
  return found.sort((a, b) => a.touchedAt - b.touchedAt)
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true })
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
