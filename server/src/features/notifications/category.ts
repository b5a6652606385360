import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { Preferences } from '@aliquot/contract/preferences'
import type { OffReason, WebhookScope } from '@aliquot/contract/webhooks'

/** What a notification is about. */
export const CATEGORY = {
  comment: 10,
  newPerson: 11,
  waitingPerson: 12,
  deadline: 13,
  ownWaiting: 20,
  ownValidated: 30,
  onboarding: 80,
  request: 90,
  mention: 110,
  followed: 120,
  webhookOff: 130,
  jobFailed: 131,
  exportReady: 132,
  agentSilent: 140,
} as const

export type Category = (typeof CATEGORY)[keyof typeof CATEGORY]

/** What others did to a followed entry since its follower read of it. */
export interface FollowedDetails {
  /** How often, by the kinds of the feed. */
  kinds: Partial<Record<ChangeKind, number>>
  count: number
  since: string
  /** Of the last change; null for the command line. */
  author: number | null
}

/** The webhook as it was when it was switched off: it may be removed meanwhile. */
export interface WebhookOffDetails {
  webhook: number
  url: string
  scope: WebhookScope
  reason: OffReason
}

/** An export that the service could not finish. */
export interface JobFailedDetails {
  job: 'export'
  /** How many entries it was to contain, if that was known. */
  entries: number | null
  /** What the service said to the client, if it is theirs to know. */
  message: string
  /** Its id, if it was made in the background. */
  export?: number
}

/** An export that was made in the background. */
export interface ExportReadyDetails {
  export: number
  entries: number
  bytes: number
  /** Of the file. */
  name: string
}

/** The agent as it was when it fell silent: it may be removed meanwhile. */
export interface AgentSilentDetails {
  agent: number
  name: string
  host: string
  /** Its last contact. */
  last_seen_at: string
}

/** What people can switch off, each on the page and by e-mail. */
export type Kind =
  | ('comment_created' | 'user_created' | 'user_need_validation' | 'step_deadline' | 'request_created')
  | 'mention'
  | 'followed'
  | 'trouble'

const KIND_OF: Partial<Record<number, Kind>> = {
  [CATEGORY.comment]: 'comment_created',
  [CATEGORY.newPerson]: 'user_created',
  [CATEGORY.waitingPerson]: 'user_need_validation',
  [CATEGORY.deadline]: 'step_deadline',
  [CATEGORY.request]: 'request_created',
  [CATEGORY.mention]: 'mention',
  [CATEGORY.followed]: 'followed',
  [CATEGORY.webhookOff]: 'trouble',
  [CATEGORY.jobFailed]: 'trouble',
  [CATEGORY.exportReady]: 'trouble',
  [CATEGORY.agentSilent]: 'trouble',
}

export const KINDS = [...new Set(Object.values(KIND_OF))] as Kind[]

/** Undefined for what concerns one's own account: that is always sent. */
export function kindOf(category: number): Kind | undefined {
  return KIND_OF[category]
}

export interface Wish {
  /** Shown as unread. */
  onPage: boolean
  byMail: boolean
  when: 'now' | 'daily' | 'weekly'
}

/** How a person wants to be told of a category. */
export function wishOf(preferences: Preferences, category: number): Wish {
  const kind = kindOf(category)
  if (kind === undefined) return { onPage: true, byMail: true, when: 'now' }
  return {
    onPage: preferences[`notif_${kind}`] === 1,
    byMail: preferences[`notif_${kind}_email`] === 1,
    when: preferences[`notif_${kind}_email_when`],
  }
}
