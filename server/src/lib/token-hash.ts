import { hash } from 'node:crypto'

/** What is stored of a secret that is long and random by itself: a key, a session, a link. */
export function tokenHash(text: string): string {
  return hash('sha256', text)
}
