import { InvalidInput } from '../../errors.ts'
import { isStorableText } from '../../lib/text.ts'

const MOST_CHARACTERS = 255
// No quoted local parts, no comments, no lists: nobody's address needs them, and header injection does.
const EMAIL = /^[^\s@<>()[\]\\",;:\p{C}]+@[^\s@<>()[\]\\",;:\p{C}]+$/u

/** The stored form of the address: in lower case. */
export function requireEmail(text: string, field = 'email'): string {
  const email = text.trim()
  if (email.length > MOST_CHARACTERS) throw new InvalidInput('field.too_long', { field, most: MOST_CHARACTERS })
  if (!isStorableText(email) || !EMAIL.test(email)) throw new InvalidInput('user.not_email', { field })
  return emailKeyOf(email)
}

/** Refuses addresses outside of the allowed domains; without a list all are allowed. */
export function requireAllowedDomain(email: string, domains: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domains.length === 0 || domains.some((pattern) => isLike(domain, pattern))) return
  throw new InvalidInput('user.other_domain', { field: 'email', domains })
}

/** `*` stands for any characters and `?` for one, as in the shell. */
function isLike(domain: string, pattern: string): boolean {
  const parts = Array.from(pattern, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : RegExp.escape(sign)))
  return new RegExp(`^${parts.join('')}$`, 'iu').test(domain)
}

/**
 * The unique key of accounts: the address in lower case. A foreign letter whose lower case is ASCII (the Kelvin sign is
 * a K) stays unchanged, so that nobody can imitate an address with it.
 */
export function emailKeyOf(email: string): string {
  return Array.from(email.trim(), (letter) => {
    const small = letter.toLowerCase()
    return isAscii(letter) === isAscii(small) ? small : letter
  }).join('')
}

function isAscii(letter: string): boolean {
  return (letter.codePointAt(0) ?? 0) < 0x80
}
