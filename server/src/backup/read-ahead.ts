import { CommandProblem } from '../errors.ts'
import type { Content } from '../files/list-contents.ts'
import { LANES, readContent } from '../files/read-content.ts'
import { S3Trouble } from '../files/s3-errors.ts'
import { ContentMissing, type FileStore } from '../files/store.ts'
import { inOrder } from '../lib/in-order.ts'

/** The largest content to hold in memory, and how many to read ahead. */
const HELD_BYTES = 1024 * 1024
const AHEAD = 16

/** A small content is already in memory; others are read on demand. */
export interface Opened extends Content {
  /** Undefined: the content is missing or has another length. */
  chunks: Iterable<Buffer> | AsyncIterable<Buffer> | undefined
}

/** Yields the contents in order and reads the next small ones ahead. */
export function readAhead(store: FileStore, contents: AsyncIterable<Content>): AsyncGenerator<Opened> {
  return inOrder(contents, { lanes: LANES, ahead: AHEAD }, async (content) => {
    if (content.filesize <= HELD_BYTES) return { ...content, chunks: await hold(store, content) }
    const isWhole = (await store.sizeOf(content.hash)) === content.filesize
    return { ...content, chunks: isWhole ? readNamed(store, content) : undefined }
  })
}

/** Names the one content, of thousands, that a bad disk cannot read. */
async function* readNamed(store: FileStore, content: Content): AsyncGenerator<Buffer> {
  try {
    yield* readContent(store, content)
  } catch (error) {
    if (error instanceof ContentMissing || error instanceof S3Trouble) throw error
    const reason = (error as Error).message
    throw new CommandProblem(`The content ${content.hash} cannot be read (${reason}); no backup was written`, {
      cause: error,
    })
  }
}

async function hold(store: FileStore, content: Content): Promise<Buffer[] | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of readNamed(store, content)) {
      size += chunk.length
      if (size > content.filesize) return undefined
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ContentMissing) return undefined
    throw error
  }
  return size === content.filesize ? chunks : undefined
}
