import type { Context } from '../context.ts'
import { type Content, listContents } from '../files/contents.ts'
import { forget, receive } from '../files/incoming.ts'
import { ContentMissing, type FileStore } from '../files/store.ts'

export interface CopyResult {
  /** Contents that rows refer to. */
  files: number
  copied: number
  bytes: number
  /** Those that could not be copied, each with the reason. */
  problems: string[]
}

/** Contents on their way at the same time: most are small, and each waits for the network. */
const LANES = 8
const NO_LIMIT = 2_147_483_647

/**
 * Copies every content that a row refers to into another store, but those that are there already. The service may go
 * on: a content never changes. What is read must have the hash that it is stored under.
 */
export async function copyContents(
  { db, files: { incoming } }: Pick<Context, 'db' | 'files'>,
  from: FileStore,
  to: FileStore,
  onProgress: (files: number) => void = () => {},
): Promise<CopyResult> {
  const result: CopyResult = { files: 0, copied: 0, bytes: 0, problems: [] }
  const contents = one(listContents(db.read, NO_LIMIT))
  const runLane = async () => {
    for await (const content of contents) {
      const outcome = await copyContent(incoming, from, to, content)
      if (outcome === 'copied') {
        result.copied++
        result.bytes += content.filesize
      } else if (outcome !== 'there') result.problems.push(`${content.hash} ${outcome}`)
      onProgress(++result.files)
    }
  }
  // One that fails ends the list for the others: they finish what they have.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, runLane))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  return result
}

async function* one<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

type Outcome = 'there' | 'copied' | 'is missing' | 'has been altered'

async function copyContent(
  incoming: string,
  from: FileStore,
  to: FileStore,
  { hash, filesize }: Content,
): Promise<Outcome> {
  if ((await to.sizeOf(hash)) === filesize) return 'there'
  const content = await from.read(hash).catch((error: unknown) => {
    if (error instanceof ContentMissing) return undefined
    throw error
  })
  if (!content) return 'is missing'
  const received = await receive(incoming, content)
  try {
    if (received.hash !== hash) return 'has been altered'
    await to.put(received, hash)
    return 'copied'
  } finally {
    await forget(received.path)
  }
}
