import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MARK = 'sealed:'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text (AES-256-GCM) under a key that is derived from a secret and a fresh salt. `bound` is not hidden, but
 * the text only opens together with the same one: it cannot be moved to another row.
 */
export function sealText(text: string, secret: string, bound: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, salt), nonce).setAAD(Buffer.from(bound))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return MARK + Buffer.concat([salt, nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** The text again; one that was never sealed as it is; undefined when the secret is another. */
export function unsealText(stored: string, secret: string, bound: string): string | undefined {
  // Plain results are JSON, which never begins like this.
  if (!stored.startsWith(MARK)) return stored
  const bytes = Buffer.from(stored.slice(MARK.length), 'base64url')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  const hidden = bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, salt), nonce)
    decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function deriveKey(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'aliquot kept answer', 32))
}
