import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { TABLES } from './tables/all.ts'
import type { ColumnsOf } from './tables/table.ts'

type Described = (typeof TABLES)[number]

/** The tables. Times are UTC text with milliseconds, flags are 0 or 1; both engines sort and compare them alike. */
export type Schema = { [T in Described as T['name']]: ColumnsOf<T> }

export type Db = Kysely<Schema>

export type WebhookRow = Selectable<Schema['webhooks']>
export type ConfigRow = Selectable<Schema['config']>
export type ViewRow = Selectable<Schema['views']>
export type UserRow = Selectable<Schema['users']>
export type TeamRow = Selectable<Schema['teams']>
export type MembershipRow = Selectable<Schema['memberships']>
export type AgentRow = Selectable<Schema['agents']>
export type ApikeyRow = Selectable<Schema['apikeys']>
export type SessionRow = Selectable<Schema['sessions']>
export type EntityRow = Selectable<Schema['entities']>
export type NewEntity = Insertable<Schema['entities']>
export type EntityChange = Updateable<Schema['entities']>
export type EntityGrantRow = Selectable<Schema['entity_grants']>
export type ResourceSettingsRow = Selectable<Schema['resource_settings']>
export type TemplateSettingsRow = Selectable<Schema['template_settings']>
export type CommentRow = Selectable<Schema['comments']>
export type StepRow = Selectable<Schema['steps']>
export type EntityLinkRow = Selectable<Schema['entity_links']>
export type RequestActionRow = Selectable<Schema['request_actions']>
export type TodoItemRow = Selectable<Schema['todo_items']>
export type UploadRow = Selectable<Schema['uploads']>
export type UploadChange = Updateable<Schema['uploads']>
export type NotificationRow = Selectable<Schema['notifications']>
export type CheckpointRow = Selectable<Schema['checkpoints']>
export type ChainRow = Selectable<Schema['chains']>
export type EventRow = Selectable<Schema['events']>
export type TagRow = Selectable<Schema['tags']>
export type LabelRow = Selectable<Schema['labels']>
export type SweepRow = Selectable<Schema['sweeps']>
export type JobRow = Selectable<Schema['jobs']>
export type PreviewRow = Selectable<Schema['previews']>
export type FavtagRow = Selectable<Schema['favtags']>
export type TeamgroupRow = Selectable<Schema['teamgroups']>
export type TeamgroupMemberRow = Selectable<Schema['teamgroup_members']>
export type ImportRow = Selectable<Schema['imports']>
export type StoredExportRow = Selectable<Schema['exports']>
export type ImportEntryRow = Selectable<Schema['import_entries']>
export type OriginRow = Selectable<Schema['origins']>
export type MoveSourceRow = Selectable<Schema['move_sources']>
export type MovedRow = Selectable<Schema['moved']>
