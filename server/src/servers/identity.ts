import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { filesFolder } from '../files/files.ts'
import { STORE_NAME } from '../files/local-store.ts'
import { PROCESS_NAME } from '../lib/process-name.ts'
import { describePlace } from '../lib/s3-place.ts'
import { VERSION } from '../version.ts'
import type { ServerRow } from './servers.repo.ts'

/** What identifies this server, and what it must share with others. */
export async function identify(config: Config, now: string): Promise<ServerRow> {
  return {
    name: PROCESS_NAME,
    host: hostname(),
    files: (await nameOfStore(config)) ?? '',
    secrets: await fingerprintOfKey(config),
    base_url: config.BASE_URL ?? '',
    version: VERSION,
    seen_at: now,
  }
}

/** The name of the file store, which servers that share a folder read in it. Undefined if the folder has none yet. */
export async function nameOfStore(config: Config): Promise<string | undefined> {
  if (config.FILES_URL) return describePlace(config.FILES_URL)
  return readFile(join(filesFolder(config), STORE_NAME), 'utf8').then(
    (name) => name.trim(),
    () => undefined,
  )
}

/** Names the file store, unless it has a name. */
export async function nameStore(config: Config): Promise<void> {
  if (config.FILES_URL) return
  const folder = filesFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, STORE_NAME), `${randomUUID()}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
}

/** Shows whether two keys are equal, and nothing else about them. */
async function fingerprintOfKey({ DATA_DIR }: Config): Promise<string> {
  return readFile(join(DATA_DIR, 'secrets.key'), 'utf8').then(
    (key) => hash('sha256', `fingerprint of ${key.trim()}`).slice(0, 16),
    () => '',
  )
}
