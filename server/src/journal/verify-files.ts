import { createHash } from 'node:crypto'
import { inPages } from '../db/pages.ts'
import type { Db } from '../db/schema.ts'
import { ContentMissing, type FileStore } from '../files/store.ts'
import { plainMessage } from '../plain-message.ts'
import type { Report } from './findings.ts'

interface Stored {
  hash: string
  filesize: number
  id: number
  entity_id: number
  real_name: string
}

/** Reads the content of every file and hashes it anew. Identical contents are read once. Returns how many there are. */
export async function verifyFiles(
  db: Db,
  store: FileStore,
  report: Report,
  onProgress: (files: number) => void,
): Promise<number> {
  let files = 0
  let before: Stored | undefined
  for await (const page of inPages<Stored>((rows, last) => listByHash(db, rows, last))) {
    for (const file of page) {
      if (file.hash === before?.hash) continue
      before = file
      const problem = await findProblem(store, file)
      if (problem) {
        const { id, entity_id: entry, real_name } = file
        const message = `file ${id} of entry ${entry} (${real_name}): its content ${problem}`
        report({ table: 'files', id, entry, message })
      }
      onProgress(++files)
    }
  }
  return files
}

async function findProblem(store: FileStore, { hash, filesize }: Stored): Promise<string | undefined> {
  try {
    const digest = createHash('sha256')
    let size = 0
    for await (const chunk of await store.read(hash)) {
      digest.update(chunk)
      size += chunk.length
    }
    if (size !== filesize) return `has ${size} bytes, it should have ${filesize}`
    return digest.digest('hex') === hash ? undefined : 'has been altered'
  } catch (error) {
    return error instanceof ContentMissing
      ? 'is missing'
      : `cannot be read: ${plainMessage(error) ?? (error as Error).message}`
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
