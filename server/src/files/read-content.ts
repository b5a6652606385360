import type { Content } from './list-contents.ts'
import { S3Trouble } from './s3-errors.ts'
import type { FileStore } from './store.ts'

/** Contents that are read at the same time: most are small, and in a bucket each waits for the network. */
export const LANES = 8

/** A content from its first byte to its last. Where a bucket breaks off, it is asked for the rest, as long as something comes. */
export async function* readContent(store: FileStore, { hash, filesize }: Content): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const start = at
    try {
      const content = await store.read(hash, start > 0 ? { start, end: filesize - 1 } : undefined)
      for await (const chunk of content as AsyncIterable<Buffer>) {
        at += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      const isBrokenOff = error instanceof S3Trouble && at > start && at < filesize
      if (!isBrokenOff) throw error
    }
  }
}
