import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigKey, ConfigValues } from '@aliquot/contract/config'
import type { Context } from '../../context.ts'
import { encryptText } from '../../lib/encrypted-text.ts'
import { isSecret } from './config.input.ts'

/**
 * Secrets are encrypted at rest. Their key is in the data folder and in no backup: an archive or the database alone
 * does not reveal them.
 */
export async function sealSecrets(ctx: Context, given: Partial<ConfigValues>): Promise<Partial<ConfigValues>> {
  const secrets = Object.entries(given).filter(([name, value]) => isSecret(name as ConfigKey) && value)
  if (secrets.length === 0) return given
  const key = await secretKeyOf(ctx)
  const sealed = secrets.map(([name, value]) => [name, encryptText(value ?? '', key, boundTo(name as ConfigKey))])
  return { ...given, ...(Object.fromEntries(sealed) as Partial<ConfigValues>) }
}

/** A secret can only be decrypted in the setting it was stored in. */
export function boundTo(name: ConfigKey): string {
  return `config:${name}`
}

const FILE = 'secrets.key'

/** Created on first use, atomically: the file is linked into place once it is complete. */
export async function secretKeyOf(ctx: Context): Promise<string> {
  const path = join(ctx.config.DATA_DIR, FILE)
  if (!existsSync(path)) await makeKey(ctx.config.DATA_DIR, path)
  return (await readFile(path, 'utf8')).trim()
}

async function makeKey(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = `${path}.${randomUUID()}`
  await writeFile(written, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    await link(written, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(written)
  }
}
