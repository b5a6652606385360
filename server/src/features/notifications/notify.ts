import type { Change } from '../../change.ts'
import { configIn } from '../../instance-config/current.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import {
  type AgentSilentDetails,
  CATEGORY,
  type ExportReadyDetails,
  type JobFailedDetails,
  type WebhookOffDetails,
  wishOf,
} from './category.ts'
import * as repo from './notifications.repo.ts'
import { announceMail } from './wake.ts'

/**
 * Notifies the owner of an entry of another person's comment, and those who wait for that person to act on the entry:
 * a reviewer requests changes by a comment. This is within the change that adds it. The journal has the comment, so
 * this is not an event.
 */
export async function notifyOfComment(
  work: Change,
  { entity, owner, comment, author }: { entity: number; owner: number; comment: number; author: number },
  alreadyTold: ReadonlySet<number>,
): Promise<void> {
  for (const recipient of await repo.listToldOfComment(work.db, { entity, owner, author })) {
    if (alreadyTold.has(recipient.userid)) continue
    const news = { category: CATEGORY.comment, entity_id: entity, comment_id: comment, from_userid: author }
    await repo.insert(work.db, newsFor(work, recipient, news))
  }
}

const ABOUT_NOTHING = {
  ...{ entity_id: null, comment_id: null, step_id: null, request_id: null, visible_at: null, team_id: null },
  details: null,
}

type News = Pick<repo.NewRow, 'category' | 'from_userid'> & Partial<repo.NewRow>

/** The row for one person, by their preferences. Its e-mail is sent when it becomes visible. */
function newsFor(work: Change, { userid, preferences }: repo.Recipient, news: News): repo.NewRow {
  const { onPage, byMail } = wishOf(preferencesOf({ preferences }), news.category)
  if (byMail) announceMail()
  work.tell(userid, 'notifications')
  return {
    ...ABOUT_NOTHING,
    ...news,
    userid,
    // People who turned this off still find it among the read ones.
    is_ack: onPage ? 0 : 1,
    created_at: work.at,
    send_email: byMail ? 1 : 0,
    mail_at: byMail ? (news.visible_at ?? work.at) : null,
  }
}

const MINUTES_BEFORE = 30

/** When the notification of a deadline becomes visible. */
export function visibleBefore(deadline: string): string {
  return new Date(Date.parse(deadline) - MINUTES_BEFORE * 60_000).toISOString()
}

/** Schedules a notification before the deadline of a step. */
export async function notifyOfDeadline(
  work: Change,
  { entity, step, deadline, userid }: { entity: number; step: number; deadline: string; userid: number },
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid })
  if (!recipient) return
  const news = { category: CATEGORY.deadline, entity_id: entity, step_id: step, from_userid: userid }
  await repo.insert(work.db, newsFor(work, recipient, { ...news, visible_at: visibleBefore(deadline) }))
}

/** Notifies a person of a request. */
export async function notifyOfRequest(
  work: Change,
  { entity, request, from, to }: { entity: number; request: number; from: number; to: number },
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid: to })
  if (!recipient) return
  const news = { category: CATEGORY.request, entity_id: entity, request_id: request, from_userid: from }
  await repo.insert(work.db, newsFor(work, recipient, news))
}

interface Mentions {
  entity: number
  /** Null if they are in the main text. */
  comment: number | null
  author: number
  mentioned: readonly { userid: number; excerpt: string | undefined }[]
}

/** A text is saved while it is written: a mention that moves is told once. */
const TOLD_LATELY_MS = 10 * 60_000

/** Notifies people of a mention, except of the same text lately. Returns those who want to be told of mentions. */
export async function notifyOfMentions(work: Change, told: Mentions): Promise<ReadonlySet<number>> {
  const { entity, comment, author, mentioned } = told
  const userids = JSON.stringify(mentioned.map(({ userid }) => userid))
  const since = new Date(Date.parse(work.at) - TOLD_LATELY_MS).toISOString()
  const rows = await repo.listLatelyMentioned(work.db, { userids, entity, since })
  const isSame = (row: (typeof rows)[number]) => row.comment_id === comment && row.from_userid === author
  const lately = new Set(rows.filter(isSame).map(({ userid }) => userid))
  const excerpts = new Map(mentioned.map(({ userid, excerpt }) => [userid, excerpt]))
  const recipients = await repo.listRecipients(work.db, { userids })
  const fresh = recipients.filter(({ userid }) => !lately.has(userid))
  const news = { category: CATEGORY.mention, entity_id: entity, comment_id: comment, from_userid: author }
  const made = fresh.map((recipient) => {
    const excerpt = excerpts.get(recipient.userid)
    return newsFor(work, recipient, { ...news, details: excerpt === undefined ? null : JSON.stringify({ excerpt }) })
  })
  if (made.length > 0) await repo.insertAll(work.db, made)
  return new Set(made.filter((row) => row.is_ack === 0 || row.send_email === 1).map(({ userid }) => userid))
}

interface NewPerson {
  person: number
  team: number
  isValidated: boolean
  /** Null for the command line. */
  creator: number | null
}

/** Notifies the admins of a team of a new account in it, within the change that creates it. */
export async function notifyOfPerson(work: Change, { person, team, isValidated, creator }: NewPerson): Promise<void> {
  const admins = await repo.listAdmins(work.db, { team, person, creator: creator ?? person })
  const news = {
    category: isValidated ? CATEGORY.newPerson : CATEGORY.waitingPerson,
    team_id: team,
    from_userid: person,
  }
  await repo.insertAll(
    work.db,
    admins.map((admin) => newsFor(work, admin, news)),
  )
}

/** Notifies the owner of a webhook that the service switched it off. */
export async function notifyOfWebhookOff(
  work: Change,
  { userid, ...details }: { userid: number } & WebhookOffDetails,
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid })
  if (!recipient) return
  const news = { category: CATEGORY.webhookOff, from_userid: userid, details: JSON.stringify(details) }
  await repo.insert(work.db, newsFor(work, recipient, news))
}

/** Notifies a person of a job of theirs that the service could not finish. */
export async function notifyOfFailedJob(
  work: Change,
  { userid, ...details }: { userid: number } & JobFailedDetails,
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid })
  if (!recipient) return
  const news = { category: CATEGORY.jobFailed, from_userid: userid, details: JSON.stringify(details) }
  await repo.insert(work.db, newsFor(work, recipient, news))
}

/** Notifies a person that their export can be fetched. */
export async function notifyOfReadyExport(
  work: Change,
  { userid, ...details }: { userid: number } & ExportReadyDetails,
): Promise<void> {
  const [recipient] = await repo.findRecipient(work.db, { userid })
  if (!recipient) return
  const news = { category: CATEGORY.exportReady, from_userid: userid, details: JSON.stringify(details) }
  await repo.insert(work.db, newsFor(work, recipient, news))
}

/** Notifies the owner of the key of an agent, and the admins of its team, that it is silent. */
export async function notifyOfSilentAgent(
  work: Change,
  { userid, team, ...details }: { userid: number; team: number } & AgentSilentDetails,
): Promise<void> {
  const owners = await repo.findRecipient(work.db, { userid })
  const admins = await repo.listAdmins(work.db, { team, person: userid, creator: userid })
  const news = {
    category: CATEGORY.agentSilent,
    team_id: team,
    from_userid: userid,
    details: JSON.stringify(details),
  }
  await repo.insertAll(
    work.db,
    [...owners, ...admins].map((recipient) => newsFor(work, recipient, news)),
  )
}

interface OwnNews {
  person: number
  category: typeof CATEGORY.ownWaiting | typeof CATEGORY.ownValidated | typeof CATEGORY.onboarding
  details?: object
}

/** Sends a person an e-mail about their own account, if e-mail is set up. It is shown nowhere else. */
export async function mailOfOwnAccount(work: Change, { person, category, details }: OwnNews): Promise<void> {
  const { mail, onboarding } = await configIn(work.db)
  if (!mail || (category === CATEGORY.onboarding && !onboarding.isActive)) return
  const news = { category, from_userid: person, ...(details && { details: JSON.stringify(details) }) }
  await repo.insert(work.db, newsFor(work, { userid: person, preferences: '{}' }, news))
}

/** Sends people the welcome of a team by e-mail, if e-mail is set up. Returns whether it is. */
export async function mailTeamWelcome(
  work: Change,
  { id, people }: { id: number; people: readonly number[] },
): Promise<boolean> {
  const { mail } = await configIn(work.db)
  if (!mail) return false
  const details = JSON.stringify({ team: id })
  const letters = people.map((userid) =>
    newsFor(work, { userid, preferences: '{}' }, { category: CATEGORY.onboarding, from_userid: userid, details }),
  )
  if (letters.length > 0) await repo.insertAll(work.db, letters)
  return true
}
