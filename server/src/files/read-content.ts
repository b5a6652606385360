import type { Content } from './list-contents.ts'
import { S3Trouble } from './s3-errors.ts'
import type { FileStore } from './store.ts'

/** How many contents are read in parallel: most are small, and each read from a bucket waits for the network. */
export const LANES = 8

/** Reads content from first to last byte. If a bucket breaks off, it resumes for as long as it makes progress. */
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
