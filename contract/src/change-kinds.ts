import type { AuditSubject } from './audit-subjects.ts'
import type { EntityType } from './common.ts'

/** How the kinds of the feed call the four types of entries. */
export const ENTRY_NAMES = {
  experiments: 'experiment',
  items: 'item',
  experiments_templates: 'experiment_template',
  items_types: 'item_type',
} as const satisfies Record<EntityType, string>

type EntryName = (typeof ENTRY_NAMES)[EntityType]

const OF_ENTRY = {
  created: 'was created',
  updated: 'was changed: `fields` names what. Tags are a field',
  archived: 'was archived',
  unarchived: 'was brought back from the archive',
  deleted: 'was moved to the trash',
  restored: 'was brought back from the trash',
} as const

function entryKinds<N extends EntryName>(name: N, word: string) {
  const kinds = Object.entries(OF_ENTRY).map(([verb, sentence]) => [`${name}.${verb}`, `${word} ${sentence}`])
  return Object.fromEntries(kinds) as Record<`${N}.${keyof typeof OF_ENTRY}`, string>
}

/** Every kind of line in the feed, with what it says. Programs may rely on this list being complete. */
export const CHANGE_KINDS = {
  ...entryKinds('experiment', 'An experiment'),
  ...entryKinds('item', 'A resource'),
  ...entryKinds('experiment_template', 'An experiment template'),
  ...entryKinds('item_type', 'A resource template'),
  'access.gained': 'The entry can be read from now on: read it as if it were new',
  'access.lost': 'The entry can no longer be read: drop what you have of it',
  'comment.created': 'A comment was written',
  'comment.updated': 'A comment was changed',
  'comment.deleted': 'A comment was removed',
  'step.created': 'A step was added',
  'step.updated': 'A step was changed, finished or moved',
  'step.deleted': 'A step was removed',
  'link.created': 'A link to another entry was added; the id is that of the other entry',
  'link.deleted': 'A link to another entry was removed; the id is that of the other entry',
  'request.created': 'Somebody was asked to do something with the entry',
  'request.updated': 'A request was answered or withdrawn',
  'upload.created': 'A file was added, also as the new version of another one',
  'upload.updated': 'A file was renamed, described or given to somebody',
  'upload.replaced': 'A new version took the place of a file',
  'upload.archived': 'A file was archived',
  'upload.restored': 'A file was brought back',
  'upload.deleted': 'A file was removed, by itself or with its entry',
  'notification.updated': 'You marked notifications as seen or unseen; the id is yours',
  'notification.deleted': 'You removed notifications; the id is yours',
  'pin.created': 'You pinned an entry; the id is yours',
  'pin.deleted': 'You removed a pin; the id is yours',
  'favtag.created': 'A tag became your favourite; the id is yours',
  'favtag.deleted': 'A tag is no longer your favourite; the id is yours',
  'follow.created': 'You follow an entry; the id is yours',
  'follow.deleted': 'You no longer follow an entry; the id is yours',
  'todo.created': 'You added an item to your to-do list',
  'todo.updated': 'You changed an item of your to-do list',
  'todo.deleted': 'You removed an item of your to-do list',
  'view.created': 'You kept a view',
  'view.updated': 'You changed a view',
  'view.deleted': 'You removed a view',
  'apikey.created': 'An API key of yours was created',
  'apikey.deleted': 'An API key of yours was revoked',
  'webhook.created': 'A webhook of yours was created',
  'webhook.updated': 'A webhook of yours was changed, paused, resumed or switched off',
  'webhook.deleted': 'A webhook of yours was removed',
  'label.created': 'Your team got a new category or status',
  'label.updated': 'A category or status of your team was changed',
  'label.deleted': 'A category or status of your team was removed',
  'tag.created': 'Your team got a new tag',
  'tag.updated': 'A tag of your team was renamed',
  'tag.deleted': 'A tag of your team was removed',
} as const

export type ChangeKind = keyof typeof CHANGE_KINDS

export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]]

/** What the feed leaves out, and why. Sysadmins read it in the audit trail. */
export const UNTOLD_SUBJECTS = {
  user: 'accounts are for those who manage them',
  membership: 'its effect on what one may read comes as access.gained and access.lost',
  team: 'the settings of a team are for those who manage it',
  session: 'sessions are listed where one ends them',
  attempt: 'refused sign-ins are for sysadmins',
  teamgroup: 'groups are for those who manage them',
  teamgroup_member: 'its effect on what one may read comes as access.gained and access.lost',
  config: 'the settings of the instance are for sysadmins',
  agent: 'agents of instruments are listed where they are managed',
  export: 'an export changes nothing',
  stored_export: 'an export changes nothing',
  import: 'what it makes are lines of their own',
  move_in: 'what it makes are lines of their own',
  origin: 'it comes with the entry or comment that it belongs to',
  mail: 'a message to many people changes nothing',
} as const satisfies Partial<Record<AuditSubject, string>>
