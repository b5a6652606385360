import { mayRead, principalsOf } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { type EntryChange, listEntryChanges } from '../changes/changes.lookup.ts'
import { type FollowedNews, listToldOfComments } from '../notifications/notifications.lookup.ts'
import * as repo from './follows.repo.ts'

/** Who is to be told what of a stretch of the journal, and who may no longer follow. */
export interface Plan {
  news: FollowedNews[]
  lost: { userid: number; entity: number }[]
}

/** Changes of an entry's parts, which are told as such, and of an entry. Requests are told to those whom they concern. */
const OF_PART = /^(comment|step|link|upload)\./
const OF_ENTRY = /\.(updated|archived|unarchived|deleted|restored)$/
/** Fields of the changelog that repeat a change of a part. */
const REPEATED: ReadonlySet<string> = new Set(['steps', 'links', 'uploads', 'action_requested'])

/** Reads only, so that no writer waits for it. */
export async function planFor(ctx: Context, events: readonly number[]): Promise<Plan> {
  const { read } = ctx.db
  const changes = (await listEntryChanges(read, events)).filter(isTold)
  const comments = changes.filter(({ kind }) => kind === 'comment.created').map(({ subject }) => subject)
  const alreadyTold = await toldOfComments(read, comments)
  const byEntity = Map.groupBy(changes, ({ entry }) => entry.id)
  const plan: Plan = { news: [], lost: [] }
  for (const follower of await repo.listFollowers(read, { entities: JSON.stringify([...byEntity.keys()]) })) {
    const { userid, preferences, entity_id: entity } = follower
    const ofEntity = byEntity.get(entity) ?? []
    const [{ entry } = { entry: undefined }] = ofEntity
    const principals = principalsOf(follower)
    // Somebody who is archived everywhere may come back.
    if (!entry || principals.teams.size === 0) continue
    if (![...principals.teams].some((team) => mayRead(principals, team, entry))) {
      plan.lost.push({ userid, entity })
      continue
    }
    const told = ofEntity.filter(
      (one) => one.id > follower.since && one.author !== userid && !alreadyTold.has(keyOf(one, userid)),
    )
    if (told.length > 0) plan.news.push({ userid, preferences, entity, changes: told })
  }
  return plan
}

function isTold({ kind, fields }: EntryChange): boolean {
  if (OF_PART.test(kind)) return true
  return OF_ENTRY.test(kind) && !kind.startsWith('request.') && fields.some((field) => !REPEATED.has(field))
}

/** Owners, those who wait for the author to act and those who are mentioned are told of a comment by itself. */
async function toldOfComments(db: Db, comments: readonly number[]): Promise<ReadonlySet<string>> {
  if (comments.length === 0) return new Set()
  const told = await listToldOfComments(db, { comments: JSON.stringify(comments) })
  return new Set(told.map(({ userid, comment_id }) => `${userid} ${comment_id}`))
}

function keyOf({ kind, subject }: EntryChange, userid: number): string {
  return kind === 'comment.created' ? `${userid} ${subject}` : ''
}
