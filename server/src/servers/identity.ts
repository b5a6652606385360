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

/** What tells this server from others, and what it must have in common with them. */
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

/** The name of the store of files, which servers that share a folder read in it. Undefined: the folder has none yet. */
export async function nameOfStore(config: Config): Promise<string | undefined> {
  if (config.FILES_URL) return describePlace(config.FILES_URL)
  return readFile(join(filesFolder(config), STORE_NAME), 'utf8').then(
    (name) => name.trim(),
    () => undefined,
  )
}

/** Gives the folder of files its name, unless it has one. */
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

/** Says whether two keys are the same, and nothing about the key. */
async function fingerprintOfKey({ DATA_DIR }: Config): Promise<string> {
  return readFile(join(DATA_DIR, 'secrets.key'), 'utf8').then(
    (key) => hash('sha256', `fingerprint of ${key.trim()}`).slice(0, 16),
    () => '',
  )
}
