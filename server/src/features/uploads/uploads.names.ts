import { InvalidInput } from '../../errors.ts'
import { htmlToText } from '../../lib/html.ts'

/** Refuses names that web servers have been known to run. */
export function requireHarmless(name: string): void {
  if (/\.php$/.test(name)) throw new InvalidInput('upload.php', { field: 'real_name' })
}

/** Removes markup from a name. */
export function cleanName(text: string): string {
  const name = text.includes('<') ? htmlToText(text).replaceAll('\n', ' ') : text
  if (name.trim() === '') throw new InvalidInput('field.empty', { field: 'real_name' })
  return name
}

/** A name for every file system; the type gives a missing extension. */
export function safeName(text: string, type: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._]+/g, '-')
  return /[^.]\.[A-Za-z0-9]+$/.test(plain) ? plain : `${plain}.${type}`
}
