import { comments } from '@aliquot/contract/comments'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Unsent } from '../../sync/outbox.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import { liveOutboxes } from '../saving/live-outbox.ts'

/** An unsent comment, or an unsent edit of one. */
export interface UnsentComment extends Unsent {
  /** The edited comment; undefined for a new one. */
  commentId?: number
  comment: string
}

/** The unsent comments of one person on one entry. */
export const liveOutbox = liveOutboxes<UnsentComment>({
  kind: 'comment',
  async send(entry, { key, commentId, comment }) {
    const params = entryParams(entry)
    const body = { comment }
    if (commentId === undefined) return (await call(comments.add, { params, body, idempotencyKey: key })).id
    await call(comments.edit, { params: { ...params, subid: commentId }, body, idempotencyKey: key })
    return commentId
  },
  onSent({ id }) {
    noteChanged(queryClient, id)
    return queryClient.invalidateQueries({ queryKey: entryKeys.comments(id) })
  },
})
