import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigKey, ConfigValues } from '@aliquot/contract/config'
import type { Context } from '../../context.ts'
import { sealText } from '../../lib/encrypted-text.ts'
import { isSecret } from './config.input.ts'

/**
 * Secrets rest encrypted. Their key lies beside the database in the data folder, and in no backup: whoever gets hold of
 * an archive or of the database alone cannot read them.
 */
export async function sealSecrets(ctx: Context, given: Partial<ConfigValues>): Promise<Partial<ConfigValues>> {
  const secrets = Object.entries(given).filter(([name, value]) => isSecret(name as ConfigKey) && value)
  if (secrets.length === 0) return given
  const key = await secretKeyOf(ctx)
  const sealed = secrets.map(([name, value]) => [name, sealText(value ?? '', key, boundTo(name as ConfigKey))])
  return { ...given, ...(Object.fromEntries(sealed) as Partial<ConfigValues>) }
}

/** A secret opens in the place it was put into only. */
export function boundTo(name: ConfigKey): string {
  return `config:${name}`
}

const FILE = 'secrets.key'

/** The first that needs it makes it. It appears complete: a link to a written file either is made or was there. */
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
