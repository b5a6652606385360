import type { ConfigKey, ConfigValues } from '@aliquot/contract/config'
import type { Context } from '../../context.ts'
import { secretKeyOf } from '../../instance-config/secret-key.ts'
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
