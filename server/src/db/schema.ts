import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type {
  BodiesTable,
  CommentsTable,
  DailyCountsTable,
  EntitiesTable,
  EntityCountsTable,
  EntityFieldsTable,
  EntityGrantsTable,
  EntityLinksTable,
  EntityTagsTable,
  EntityTextsTable,
  FavtagsTable,
  FieldCountsTable,
  LabelsTable,
  PinsTable,
  RequestActionsTable,
  ResourceSettingsTable,
  StepsTable,
  TagCountsTable,
  TagsTable,
  TemplateSettingsTable,
  UploadsTable,
  UploadTotalsTable,
  ViewsTable,
} from './tables-of-entries.ts'
import type { JobsTable, PreviewsTable } from './tables-of-jobs.ts'
import type { ChainsTable, CheckpointsTable, EventsTable, IdempotencyTable, SweepsTable } from './tables-of-journal.ts'
import type {
  ApikeysTable,
  ConfigTable,
  MembershipsTable,
  NotificationsTable,
  SessionsTable,
  SettingsTable,
  TeamgroupMembersTable,
  TeamgroupsTable,
  TeamsTable,
  TodoItemsTable,
  UsersTable,
} from './tables-of-people.ts'

/** The tables. Times are UTC text with milliseconds, flags are 0 or 1; both engines sort and compare them alike. */
export interface Schema {
  settings: SettingsTable
  config: ConfigTable
  users: UsersTable
  teams: TeamsTable
  memberships: MembershipsTable
  teamgroups: TeamgroupsTable
  teamgroup_members: TeamgroupMembersTable
  apikeys: ApikeysTable
  sessions: SessionsTable
  labels: LabelsTable
  views: ViewsTable
  entities: EntitiesTable
  bodies: BodiesTable
  resource_settings: ResourceSettingsTable
  template_settings: TemplateSettingsTable
  entity_grants: EntityGrantsTable
  entity_counts: EntityCountsTable
  entity_fields: EntityFieldsTable
  entity_texts: EntityTextsTable
  daily_counts: DailyCountsTable
  tags: TagsTable
  tag_counts: TagCountsTable
  field_counts: FieldCountsTable
  entity_tags: EntityTagsTable
  favtags: FavtagsTable
  pins: PinsTable
  comments: CommentsTable
  steps: StepsTable
  entity_links: EntityLinksTable
  request_actions: RequestActionsTable
  todo_items: TodoItemsTable
  uploads: UploadsTable
  upload_totals: UploadTotalsTable
  notifications: NotificationsTable
  events: EventsTable
  chains: ChainsTable
  checkpoints: CheckpointsTable
  idempotency: IdempotencyTable
  sweeps: SweepsTable
  jobs: JobsTable
  previews: PreviewsTable
}

export type Db = Kysely<Schema>

export type ConfigRow = Selectable<ConfigTable>
export type ViewRow = Selectable<ViewsTable>
export type UserRow = Selectable<UsersTable>
export type TeamRow = Selectable<TeamsTable>
export type MembershipRow = Selectable<MembershipsTable>
export type ApikeyRow = Selectable<ApikeysTable>
export type SessionRow = Selectable<SessionsTable>
export type EntityRow = Selectable<EntitiesTable>
export type NewEntity = Insertable<EntitiesTable>
export type EntityChange = Updateable<EntitiesTable>
export type ResourceSettingsRow = Selectable<ResourceSettingsTable>
export type TemplateSettingsRow = Selectable<TemplateSettingsTable>
export type CommentRow = Selectable<CommentsTable>
export type StepRow = Selectable<StepsTable>
export type EntityLinkRow = Selectable<EntityLinksTable>
export type RequestActionRow = Selectable<RequestActionsTable>
export type TodoItemRow = Selectable<TodoItemsTable>
export type UploadRow = Selectable<UploadsTable>
export type UploadChange = Updateable<UploadsTable>
export type NotificationRow = Selectable<NotificationsTable>
export type CheckpointRow = Selectable<CheckpointsTable>
export type ChainRow = Selectable<ChainsTable>
export type EventRow = Selectable<EventsTable>
export type TagRow = Selectable<TagsTable>
export type LabelRow = Selectable<LabelsTable>
export type SweepRow = Selectable<SweepsTable>
export type JobRow = Selectable<JobsTable>
export type PreviewRow = Selectable<PreviewsTable>
export type FavtagRow = Selectable<FavtagsTable>
export type TeamgroupRow = Selectable<TeamgroupsTable>
export type TeamgroupMemberRow = Selectable<TeamgroupMembersTable>
