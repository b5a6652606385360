import { hash } from 'node:crypto'

/** The stored form of a long random secret: a key, a session, a link. */
export function tokenHash(text: string): string {
  return hash('sha256', text)
}
