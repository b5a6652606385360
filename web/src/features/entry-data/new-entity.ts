import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { requireKnownSession } from '../../api/known-session.ts'
import { beginningOf } from '../../api/new-entries.ts'
import { STATE } from './entry-rights.ts'
import { ENTRY_TYPES } from './entry-types.ts'

/** The blank record of an entry that the service does not have yet. */
export function newEntity({ type, id }: { type: EntityType; id: number }, session = requireKnownSession()): Entity {
  const { date, content_type } = beginningOf(id)
  return {
    ...NOTHING,
    ...ownerOf(session),
    id,
    type,
    page: ENTRY_TYPES[type].page,
    date,
    content_type,
    created_at: date,
    modified_at: date,
  }
}

function ownerOf({ userid, fullname, team, teams }: Session) {
  const [firstname = '', ...rest] = fullname.split(' ')
  const team_name = teams.find((one) => one.id === team)?.name ?? ''
  return { userid, fullname, firstname, lastname: rest.join(' '), team, team_name }
}

const NO_LISTS = '{"teams":[],"teamgroups":[],"users":[]}'
const TEAM_LEVEL = 30
const OWNER_LEVEL = 20

/** The service sets rights and labels when it creates the entry. */
const NOTHING = {
  title: '',
  custom_id: null,
  category: null,
  category_title: null,
  category_color: null,
  status: null,
  status_title: null,
  status_color: null,
  rating: 0,
  orcid: null,
  locked: 0,
  state: STATE.normal,
  canread: NO_LISTS,
  canwrite: NO_LISTS,
  canread_base: TEAM_LEVEL,
  canwrite_base: OWNER_LEVEL,
  canread_is_immutable: 0,
  canwrite_is_immutable: 0,
  canread_base_human: '',
  canwrite_base_human: '',
  signature_count: 0,
  last_signed_at: null,
  last_signed_by: null,
  timestamped: 0,
  timestampedby: null,
  timestamped_at: null,
  is_pinned: 0,
  recent_comment: null,
  next_step: null,
  tags: null,
  tags_id: null,
  tags_decoded: [],
  body: null,
  body_html: null,
  hide_main_text: 0,
  elabid: null,
  metadata: null,
  lastchangeby: null,
  created_from_type: null,
  created_from_id: null,
  created_from_type_human: null,
  access_key: null,
  lockedby: null,
  locked_at: null,
  events_start: null,
  events_start_itemid: null,
  sharelink: '',
  exclusive_edit_mode: null,
  comments: [],
  changelog: [],
  steps: [],
  uploads: [],
  experiments_links: [],
  items_links: [],
  related_experiments_links: [],
  related_items_links: [],
  compounds_links: [],
  containers: [],
  surrounding_bookers: [],
} satisfies Partial<Entity>
