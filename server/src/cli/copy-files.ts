import type { Context } from '../context.ts'
import { CommandProblem } from '../errors.ts'
import { forget, type Incoming, receive } from '../files/incoming.ts'
import { type Content, listContents } from '../files/list-contents.ts'
import { LANES, readContent } from '../files/read-content.ts'
import { S3Trouble } from '../files/s3-errors.ts'
import { ContentMissing, type FileStore } from '../files/store.ts'
import { inOrder } from '../lib/in-order.ts'

export interface CopyResult {
  /** The number of contents that rows refer to. */
  files: number
  copied: number
  bytes: number
  /** Those that could not be copied, each with the reason. */
  problems: string[]
}

const NO_LIMIT = 2_147_483_647

/**
 * Copies every content with a row into another store, except those already there. The service may keep running, because
 * content never changes. Each content is checked against its hash.
 */
export async function copyContents(
  { db, files }: Pick<Context, 'db' | 'files'>,
  from: FileStore,
  to: FileStore,
  onProgress: (files: number) => void = () => {},
): Promise<CopyResult> {
  const result: CopyResult = { files: 0, copied: 0, bytes: 0, problems: [] }
  const outcomes = inOrder(listContents(db.read, NO_LIMIT), { lanes: LANES }, async (content) => ({
    ...content,
    outcome: await copyContent(files, from, to, content),
  }))
  try {
    for await (const { hash, filesize, outcome } of outcomes) {
      if (outcome === 'copied') {
        result.copied++
        result.bytes += filesize
      } else if (outcome !== 'there') result.problems.push(`${hash} ${outcome}`)
      onProgress(++result.files)
    }
  } catch (error) {
    if (!(error instanceof S3Trouble)) throw error
    const message = `The bucket failed after ${result.files} contents; run the command again, what is there is left out`
    throw new CommandProblem(message, { cause: error.cause })
  }
  return result
}

type Outcome = 'there' | 'copied' | 'is missing' | 'has been altered'

async function copyContent(incoming: Incoming, from: FileStore, to: FileStore, content: Content): Promise<Outcome> {
  const { hash, filesize } = content
  if ((await to.sizeOf(hash)) === filesize) return 'there'
  const received = await receive(incoming, readContent(from, content)).catch((error: unknown) => {
    if (error instanceof ContentMissing) return undefined
    throw error
  })
  if (!received) return 'is missing'
  try {
    if (received.hash !== hash) return 'has been altered'
    await to.put(received, hash)
    return 'copied'
  } finally {
    await forget(incoming, received.path)
  }
}
