import { hash } from 'node:crypto'
import type { TheirEntry, TheirLabel, TheirUpload } from '../source/entry.ts'

/** Of all that comes with an entry. Names of people, teams and labels may change without it. */
export function digestOf(entry: TheirEntry, uploads: readonly TheirUpload[]): string {
  const { hosts: _, teamName: __, owner, category, status, ...own } = entry
  const comments = entry.comments.map(({ author, ...comment }) => [comment, author.id])
  const files = uploads.map(({ uploader: _name, ...file }) => file)
  const all = { ...own, comments, owner: owner.id, category: idOf(category), status: idOf(status) }
  return hash('sha256', JSON.stringify([all, files]))
}

function idOf(label: TheirLabel | null): number | null {
  return label?.id ?? null
}
