import { createHash } from 'node:crypto'
import { inPages } from '../db/read-in-pages.ts'
import type { Db } from '../db/schema.ts'
import { LANES, readContent } from '../files/read-content.ts'
import { S3Trouble } from '../files/s3-errors.ts'
import { ContentMissing, type FileStore } from '../files/store.ts'
import { inOrder } from '../lib/in-order.ts'
import { plainMessage } from '../plain-message.ts'
import type { Report } from './findings.ts'

interface Stored {
  hash: string
  filesize: number
  id: number
  entity_id: number
  real_name: string
}

/** After this many failures of a bucket in a row the rest is skipped, because each would take long to fail. */
const MOST_UNREADABLE = 16

/**
 * Reads and hashes the content of every file, several in parallel, each content once. Problems are reported in the
 * order of the contents. Returns how many were read.
 */
export async function verifyFiles(
  db: Db,
  store: FileStore,
  report: Report,
  onProgress: (files: number) => void,
): Promise<number> {
  let files = 0
  let unreadable = 0
  const looked = inOrder(oneOfEach(db), { lanes: LANES }, async (file) => ({ file, ...(await lookInto(store, file)) }))
  for await (const { file, problem, isUnreadable } of looked) {
    if (problem) {
      const { id, entity_id: entry, real_name } = file
      const message = `file ${id} of entry ${entry} (${real_name}): its content ${problem}`
      report({ table: 'files', id, entry, message })
    }
    if (!isUnreadable) onProgress(++files)
    unreadable = isUnreadable ? unreadable + 1 : 0
    if (unreadable < MOST_UNREADABLE) continue
    const message = `contents of files: ${MOST_UNREADABLE} in a row cannot be read, and the others were not looked at`
    report({ table: 'files', id: null, entry: null, message })
    break
  }
  return files
}

interface Look {
  problem?: string
  /** The storage failed, not the content. */
  isUnreadable?: boolean
}

async function lookInto(store: FileStore, file: Stored): Promise<Look> {
  const { hash, filesize } = file
  try {
    const digest = createHash('sha256')
    let size = 0
    for await (const chunk of readContent(store, file)) {
      digest.update(chunk)
      size += chunk.length
    }
    if (size !== filesize) return { problem: `has ${size} bytes, it should have ${filesize}` }
    return digest.digest('hex') === hash ? {} : { problem: 'has been altered' }
  } catch (error) {
    if (error instanceof ContentMissing) return { problem: 'is missing' }
    const problem = `cannot be read: ${plainMessage(error) ?? (error as Error).message}`
    return { problem, isUnreadable: error instanceof S3Trouble }
  }
}

/** The first file of each content. */
async function* oneOfEach(db: Db): AsyncGenerator<Stored> {
  let before: Stored | undefined
  for await (const page of inPages<Stored>((rows, last) => listByHash(db, rows, last))) {
    for (const file of page) {
      if (file.hash !== before?.hash) yield file
      before = file
    }
  }
}

function listByHash(db: Db, rows: number, last: Stored | undefined): Promise<Stored[]> {
  const query = db
    .selectFrom('uploads')
    .select(['hash', 'filesize', 'id', 'entity_id', 'real_name'])
    .orderBy('hash')
    .orderBy('id')
    .limit(rows)
  if (!last) return query.execute()
  return query.where((eb) => eb(eb.refTuple('hash', 'id'), '>', eb.tuple(last.hash, last.id))).execute()
}
