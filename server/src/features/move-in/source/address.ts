import { InvalidInput } from '../../../errors.ts'

/** Where the API of a server is, however it was named: `https://eln.example.org` for `https://eln.example.org/api/v2/`. */
export function addressOf(text: string): string {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  // A name and a password in an address would be told to everybody who sees it.
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw new InvalidInput('move_in.not_address', { field: 'from' })
  }
  const folder = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v2$/, '')
    .replace(/\/[a-z-]+\.php$/, '')
  return url.origin + folder.replace(/\/+$/, '')
}
