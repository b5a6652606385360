import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { WebhookRow } from '../../db/schema.ts'
import { existingSecretKeyOf, secretKeyOf } from '../../instance-config/secret-key.ts'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'

const SECRET_BYTES = 32
/** Both secrets sign for so long after a rotation. */
export const BOTH_SIGN_MS = 24 * 3_600_000

const MARK = 'whsec_'
const BOUND_TO = 'webhook'

/** A new secret, for the person, and encrypted for the table. */
export async function makeSecret(ctx: Context): Promise<{ secret: string; sealed: string }> {
  const secret = MARK + randomBytes(SECRET_BYTES).toString('base64')
  return { secret, sealed: encryptText(secret, await secretKeyOf(ctx), BOUND_TO) }
}

/** The bytes with which a webhook signs now, the newest first. Undefined if they cannot be decrypted. */
export async function signingKeysOf(ctx: Context, hook: WebhookRow): Promise<Buffer[] | undefined> {
  const key = await existingSecretKeyOf(ctx)
  if (key === undefined) return undefined
  const isBoth = hook.previous_secret !== null && (hook.previous_until ?? '') > ctx.now()
  const sealed = [hook.secret, ...(isBoth && hook.previous_secret !== null ? [hook.previous_secret] : [])]
  const keys: Buffer[] = []
  for (const one of sealed) {
    const secret = decryptText(one, key, BOUND_TO)
    if (secret?.startsWith(MARK)) keys.push(Buffer.from(secret.slice(MARK.length), 'base64'))
  }
  return keys.length > 0 ? keys : undefined
}
