import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MARK = 'sealed:'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts text (AES-256-GCM) with a key derived from a secret and a fresh salt. `bound` is authenticated but not
 * encrypted: it ties the text to its row.
 */
export function encryptText(text: string, secret: string, bound: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, salt), nonce).setAAD(Buffer.from(bound))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return MARK + Buffer.concat([salt, nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Decrypts. Text that was never encrypted comes back unchanged; undefined if the secret is wrong. */
export function decryptText(stored: string, secret: string, bound: string): string | undefined {
  // Unencrypted results are JSON, which never begins like this.
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
