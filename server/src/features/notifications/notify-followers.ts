import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { Change } from '../../change.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { CATEGORY, type FollowedDetails, type Wish, wishOf } from './category.ts'
import * as repo from './notifications.repo.ts'

/** What others did to an entry since its follower was told last. */
export interface FollowedNews extends repo.Recipient {
  entity: number
  /** In order. */
  changes: readonly { kind: ChangeKind; author: number | null; at: string }[]
}

/** What happens within this time is mailed together. */
const GATHER_MS = 5 * 60_000
/** While it is unread, the next message about the same entry comes no sooner than this. */
const BETWEEN_MAILS_MS = 3_600_000

/** Each follower has at most one unread notification of an entry, which grows. */
export async function notifyFollowers(work: Change, news: readonly FollowedNews[]): Promise<void> {
  for (const [entity, ofEntity] of Map.groupBy(news, (one) => one.entity)) {
    const rows = await repo.listGrowing(work.db, {
      entity,
      people: JSON.stringify(ofEntity.map(({ userid }) => userid)),
    })
    const growing = new Map(rows.map((row) => [row.userid, row]))
    const added: repo.NewRow[] = []
    const grown: repo.Grown[] = []
    for (const one of ofEntity) {
      const wish = wishOf(preferencesOf(one), CATEGORY.followed)
      if (!wish.onPage && !wish.byMail) continue
      const row = growing.get(one.userid)
      // One that was read is not mailed any more, so what comes afterwards needs another one.
      if (row && (row.is_ack === 0 || !wish.onPage)) grown.push(grow(work, row, one, wish))
      else added.push(begin(work, one, wish))
      work.tell(one.userid, 'notifications')
    }
    await repo.insertAll(work.db, added)
    await repo.growAll(work.db, grown)
  }
}

function begin({ at }: Change, news: FollowedNews, { onPage, byMail }: Wish): repo.NewRow {
  return {
    userid: news.userid,
    category: CATEGORY.followed,
    entity_id: news.entity,
    comment_id: null,
    step_id: null,
    request_id: null,
    from_userid: lastAuthor(news) ?? news.userid,
    is_ack: onPage ? 0 : 1,
    created_at: at,
    visible_at: null,
    team_id: null,
    send_email: byMail ? 1 : 0,
    mail_at: byMail ? later(at, GATHER_MS) : null,
    details: JSON.stringify(detailsOf(news)),
  }
}

function grow({ at }: Change, row: repo.GrowingRow, news: FollowedNews, { byMail }: Wish): repo.Grown {
  const sentAt = row.email_sent_at
  const soonest = later(at, GATHER_MS)
  const afterPause = sentAt === null ? soonest : later(sentAt, BETWEEN_MAILS_MS)
  const isDue = byMail && row.mail_at === null
  return {
    id: row.id,
    details: JSON.stringify(detailsOf(news, JSON.parse(row.details ?? '{}') as Partial<FollowedDetails>)),
    from_userid: lastAuthor(news) ?? news.userid,
    created_at: at,
    ...(isDue && { send_email: 1, mail_at: afterPause > soonest ? afterPause : soonest, digest_at: null }),
  }
}

function detailsOf({ changes }: FollowedNews, before: Partial<FollowedDetails> = {}): FollowedDetails {
  const kinds = { ...before.kinds }
  for (const { kind } of changes) kinds[kind] = (kinds[kind] ?? 0) + 1
  const [first] = changes
  return {
    kinds,
    count: (before.count ?? 0) + changes.length,
    since: before.since ?? first?.at ?? '',
    author: changes.at(-1)?.author ?? null,
  }
}

function lastAuthor({ changes }: FollowedNews): number | null {
  return changes.at(-1)?.author ?? null
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString()
}
