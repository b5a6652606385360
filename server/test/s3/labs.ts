import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUpFiles } from '../../src/files/clean-up.ts'
import { openS3Store } from '../../src/files/s3-store.ts'
import { keyOf } from '../../src/files/store.ts'
import { verify } from '../../src/verify/verify.ts'
import type { TestApp } from '../harness.ts'
import { TestInstance } from '../program.ts'
import type { TestBucket } from './buckets.ts'
import { SWIFT_USER } from './swift.ts'

/** The program on the data of an app. */
export function programOf({ ctx: { config } }: TestApp, env: Record<string, string> = {}): TestInstance {
  const { DATA_DIR, DATABASE_URL } = config
  return new TestInstance(DATA_DIR, { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }), ...SWIFT_USER, ...env })
}

/** The keys of contents in a test bucket. */
export function keysOf(...contents: (string | Buffer)[]): string[] {
  return contents.map((content) => `notebook/${keyOf(hash('sha256', content))}`).sort()
}

export function verifyAll({ ctx }: TestApp, bucket?: TestBucket) {
  const store = bucket ? openS3Store(bucket.place()) : ctx.files.store
  return verify(ctx.db, undefined, { store })
}

/** The clean-up two days later, after a restart. */
export async function cleanUpLater({ ctx }: TestApp, bucket: TestBucket): Promise<void> {
  const store = openS3Store(bucket.place(), { patienceMs: -60_000 })
  await cleanUpFiles({ ...ctx, files: { ...ctx.files, store } }, { isStart: true })
}

/** The names of all local files: contents, incoming files and partial uploads. */
export function localFiles({ ctx }: TestApp): string[] {
  const folder = join(ctx.config.DATA_DIR, 'files')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
