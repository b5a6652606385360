import type { Readable } from 'node:stream'
import { FILE_COMMENT_LIMIT, FILE_NAME_LIMIT } from '@aliquot/contract/limits'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { receive } from '../../files/incoming.ts'
import type { Received } from '../../files/received.ts'
import { sniff } from '../../files/sniff.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import { cleanTitle, cutUnits } from '../../lib/text.ts'
import { newLongName } from '../uploads/uploads.change.ts'
import { watchSize } from '../uploads/uploads.limits.ts'
import { requireHarmless } from '../uploads/uploads.names.ts'
import { note, storable } from './imports.notes.ts'
import { readInstant, readPerson } from './imports.prepare.ts'
import type { ImportNote, IncomingEntry, IncomingFile, IncomingPerson } from './incoming.ts'

/** A file whose content is stored, and which has no row yet. */
export interface StoredFile {
  real_name: string
  long_name: string
  comment: string | null
  hash: string
  filesize: number
  mime: string
  isArchived: boolean
  /** Its key in the source, and that of the version before it. */
  key: string | null
  replaces: string | null
  /** Its number in the source. */
  number: number | null
  isImmutable: boolean
  author: IncomingPerson | null
  createdAt: string | null
}

export interface StoredFiles {
  files: StoredFile[]
  /** The names of files in the texts of the source. */
  longNames: Map<string, string>
  bytes: number
  notes: ImportNote[]
}

/** Stores the contents of the files of an entry, one after the other. What cannot be read becomes a note. */
export async function storeFiles(
  ctx: Context,
  entry: IncomingEntry,
  keep: (received: Received) => Promise<void>,
): Promise<StoredFiles> {
  const stored: StoredFiles = { files: [], longNames: new Map(), bytes: 0, notes: [] }
  const leave = (name: string) => (error: unknown) => {
    if (!isOfFile(error)) throw error
    stored.notes.push(note('bad_file', `${name}: ${error.message}`))
  }
  for (const file of entry.files) {
    const given = cutUnits(storable(file.name), FILE_NAME_LIMIT.most)
    const name = given.trim() === '' ? 'file' : given
    if (!isHarmless(name)) {
      stored.notes.push(note('file_name', name))
      continue
    }
    const received = await receiveFile(ctx, () => file.open(), { ownsChunks: true }).catch(leave(name))
    if (!received) continue
    if (isAltered(file, received)) stored.notes.push(note('file_altered', name))
    await keep(received)
    add(stored, received, {
      name,
      comment: commentOf(file),
      isArchived: file.isArchived,
      aliases: file.aliases,
      ...originOf(file, stored.notes),
    })
  }
  if (entry.record) {
    const { name, text } = entry.record
    const received = await receiveFile(ctx, async () => chunksOf(text), { ownsChunks: false }).catch(leave(name))
    if (!received) return stored
    await keep(received)
    add(stored, received, {
      name: storable(name) || 'record',
      comment: null,
      isArchived: true,
      aliases: [],
      ...NO_ORIGIN,
    })
  }
  return stored
}

async function receiveFile(
  ctx: Context,
  open: () => Promise<Readable | AsyncIterable<Buffer>>,
  // The chunks of a source are its own; small texts share a buffer with others.
  { ownsChunks }: { ownsChunks: boolean },
): Promise<Received> {
  const content = await open()
  try {
    return await receive(ctx.files, content as AsyncIterable<Buffer>, { onBytes: watchSize(ctx), ownsChunks })
  } catch (error) {
    throw fileTrouble(error)
  } finally {
    if ('destroy' in content) content.destroy()
  }
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  if (text !== '') yield Buffer.from(text)
}

/** What the source says of where it comes from. */
type FileOrigin = Pick<StoredFile, 'key' | 'replaces' | 'number' | 'isImmutable' | 'author' | 'createdAt'>

const NO_ORIGIN: FileOrigin = {
  ...{ key: null, replaces: null, number: null },
  ...{ isImmutable: false, author: null, createdAt: null },
}

function originOf(file: IncomingFile, notes: ImportNote[]): FileOrigin {
  const { key = null, replaces = null, number = null, isImmutable = false, author = null, createdAt = null } = file
  const at = createdAt === null ? undefined : readInstant(createdAt)
  if (createdAt !== null && at === undefined) notes.push(note('bad_time', createdAt))
  return { key, replaces, number, isImmutable, author: readPerson(author, notes), createdAt: at ?? null }
}

interface Described extends FileOrigin {
  name: string
  comment: string | null
  isArchived: boolean
  aliases: readonly string[]
}

function add(
  stored: StoredFiles,
  { hash, size, head }: Received,
  { name, comment, aliases, ...origin }: Described,
): void {
  const long_name = newLongName(name)
  stored.files.push({ real_name: name, long_name, comment, hash, filesize: size, mime: sniff(head), ...origin })
  stored.bytes += size
  for (const alias of aliases) if (!stored.longNames.has(alias)) stored.longNames.set(alias, long_name)
}

function commentOf({ description }: IncomingFile): string | null {
  const text = storable(description ?? '')
  return text.trim() === '' ? null : text.length > FILE_COMMENT_LIMIT.most ? cleanTitle(text) : text
}

function isAltered({ sha256, size }: IncomingFile, received: Received): boolean {
  if (sha256 !== null) return sha256.toLowerCase() !== received.hash
  return size !== null && size !== received.size
}

/** Whether only this file is wrong, or too large. An archive of too much, or a full disk, ends the import. */
function isOfFile(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || error.status < 400 || error.status >= 500) return false
  return error.status !== 413 || error.said.reason === 'field.above_size'
}

function isHarmless(name: string): boolean {
  try {
    requireHarmless(name)
    return true
  } catch {
    return false
  }
}
