import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import type { ToldRow } from './notifications.repo.ts'

/** Enough characters to tell what it is about. */
const MOST = 200

/** How a comment or a step begins. */
export function excerptOf(text: string | null): string {
  return Array.from(withoutMentionLinks(text ?? ''))
    .slice(0, MOST)
    .join('')
}

/** How the comment with a mention begins, or the words around it in the main text. */
export function mentionExcerpt({ comment_id, comment, details }: ToldRow): string {
  if (comment_id !== null) return excerptOf(comment)
  const { excerpt = '' } = JSON.parse(details ?? '{}') as { excerpt?: string }
  return excerpt
}
