import { hash } from 'node:crypto'
import type {
  ApikeyRow,
  CommentRow,
  ConfigRow,
  EntityLinkRow,
  EntityRow,
  FavtagRow,
  LabelRow,
  MembershipRow,
  RequestActionRow,
  SessionRow,
  StepRow,
  TagRow,
  TeamgroupMemberRow,
  TeamgroupRow,
  TeamRow,
  TodoItemRow,
  UploadRow,
  UserRow,
  ViewRow,
} from '../db/schema.ts'

/**
 * A seal is the hash of a row as a change left it. It stands in the event, inside the chain, so `verify` can tell
 * whether the row is still what the journal says. Derived columns are left out (verify derives them again), and so is
 * what changes without an event (last use of a key). Hashes of secrets are in: a replaced password shows, and a hash
 * over a salted hash tells nothing.
 */
export const sealEntity = (
  row: EntityRow,
  tagIds: readonly number[],
  /** What else its type has, where it was chosen: an entry with nothing of it keeps the seal that it always had. */
  settings: readonly [string, unknown][] = [],
): string =>
  seal([
    row.id,
    row.type,
    row.team,
    row.userid,
    row.title,
    row.date,
    row.elabid,
    row.custom_id,
    row.rating,
    row.state,
    row.content_type,
    row.hide_main_text,
    row.category,
    row.status,
    row.canread_base,
    row.canwrite_base,
    row.canread,
    row.canwrite,
    row.canread_is_immutable,
    row.canwrite_is_immutable,
    row.locked,
    row.lockedby,
    row.locked_at,
    row.timestamped,
    row.timestampedby,
    row.timestamped_at,
    row.access_key,
    row.created_from_type,
    row.created_from_id,
    row.created_at,
    row.modified_at,
    row.lastchangeby,
    row.version,
    row.body_hash,
    row.metadata,
    // A set: the order in which they were read does not matter.
    [...tagIds].sort((a, b) => a - b),
    ...(settings.length > 0 ? [settings] : []),
  ])

export const sealComment = (row: CommentRow): string =>
  seal([row.id, row.entity_id, row.userid, row.comment, row.immutable, row.created_at, row.modified_at, row.version])

export const sealStep = (row: StepRow): string =>
  seal([
    ...[row.id, row.entity_id, row.body, row.ordering, row.finished, row.finished_time],
    ...[row.deadline, row.deadline_notif, row.is_immutable, row.version],
  ])

export const sealLink = (row: EntityLinkRow): string => seal([row.entity_id, row.target_id])

export const sealRequest = (row: RequestActionRow): string =>
  seal([
    ...[row.id, row.entity_id, row.requester_userid, row.target_userid],
    ...[row.action, row.state, row.created_at],
  ])

export const sealTodoItem = (row: TodoItemRow): string =>
  seal([row.id, row.userid, row.body, row.ordering, row.created_at, row.version])

export const sealUpload = (row: UploadRow): string =>
  seal([
    ...[row.id, row.entity_id, row.userid, row.real_name, row.long_name, row.comment, row.hash, row.filesize],
    ...[row.mime, row.state, row.parked_state, row.immutable, row.created_at, row.modified_at, row.version],
  ])

export const sealUser = (row: UserRow): string =>
  seal([
    row.userid,
    row.email,
    row.email_key,
    row.firstname,
    row.lastname,
    row.orcid,
    row.orgid,
    row.password_hash,
    row.password_modified_at,
    row.password_link_hash,
    row.password_link_expires,
    row.is_sysadmin,
    row.validated,
    row.valid_until,
    row.preferences,
    row.created_at,
    row.version,
    ...unlessUsual({
      can_manage_users2teams: [row.can_manage_users2teams, 0],
      can_manage_compounds: [row.can_manage_compounds, 0],
      can_manage_inventory_locations: [row.can_manage_inventory_locations, 0],
      state: [row.state, 1],
    }),
  ])

/** Columns that came later, where they differ from what they began with: rows from before keep the seal they have. */
function unlessUsual(columns: Readonly<Record<string, readonly [value: number, usual: number]>>): object[] {
  const unusual = Object.entries(columns).filter(([, [value, usual]]) => value !== usual)
  return unusual.length > 0 ? [Object.fromEntries(unusual.map(([name, [value]]) => [name, value]))] : []
}

export const sealMembership = (row: MembershipRow): string =>
  seal([row.userid, row.team, row.is_admin, row.is_owner, row.is_archived, row.created_at])

/** Every column of a team; those that came later, once they are not what they started with. */
export const sealTeam = (row: TeamRow): string =>
  seal(
    Object.entries(row)
      .filter(([column, value]) => TEAM_ADDITIONS[column] !== value)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const TEAM_ADDITIONS: Readonly<Record<string, unknown>> = {
  state: 1,
  enforce_required_fields: 0,
  require_change_reason: 0,
  files_quota: null,
}

export const sealApikey = (row: ApikeyRow): string =>
  seal([row.id, row.name, row.userid, row.team, row.can_write, row.key_hash, row.created_at])

export const sealSession = (row: SessionRow): string =>
  seal([row.id, row.userid, row.team, row.token_hash, row.created_at, row.client_address, row.user_agent])

export const sealLabel = (row: LabelRow): string =>
  seal([
    ...[row.id, row.kind, row.team, row.title, row.color, row.ordering, row.state, row.is_private],
    ...unlessFirst(row),
  ])

export const sealTeamgroup = (row: TeamgroupRow): string => seal([row.id, row.team, row.name, ...unlessFirst(row)])

export const sealTeamgroupMember = (row: TeamgroupMemberRow): string => seal([row.teamgroup, row.userid])

export const sealView = (row: ViewRow): string =>
  seal([
    ...[row.id, row.userid, row.team, row.type, row.name, row.search, row.is_shared],
    ...[row.created_at, row.modified_at, row.version],
  ])

export const sealConfig = (row: ConfigRow): string => seal([row.id, row.chosen, row.version])

export const sealTag = (row: TagRow): string => seal([row.id, row.team, row.tag, row.tag_key, ...unlessFirst(row)])

export const sealFavtag = (row: FavtagRow): string => seal([row.userid, row.tag_id])

/** Rows from before they had versions keep the seal they have. */
function unlessFirst({ version }: { version: number }): { version: number }[] {
  return version === 1 ? [] : [{ version }]
}

function seal(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values))
}
