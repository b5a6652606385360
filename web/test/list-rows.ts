/** The rows that the service sends for entries of a list, as far as the page reads them. */
export function listRow(id: number, fields: Record<string, unknown> = {}) {
  return {
    id,
    title: `Entry ${id}`,
    custom_id: null,
    date: '2026-11-02',
    status: null,
    status_title: null,
    status_color: null,
    category: null,
    category_title: null,
    category_color: null,
    rating: 0,
    team: 1,
    userid: 1,
    fullname: 'Ada Moreau',
    locked: 0,
    state: 1,
    canwrite: '{"teams":[],"teamgroups":[],"users":[]}',
    canwrite_base: 20,
    created_at: '2026-11-02 09:00:00',
    modified_at: '2026-11-02 09:00:00',
    is_pinned: 0,
    recent_comment: null,
    tags_decoded: [],
    ...fields,
  }
}

export const SESSION = {
  userid: 1,
  team: 1,
  teams: [{ id: 1, name: 'Lab', is_admin: 0 }],
  is_admin: 0,
  can_write: 1,
  timezone: 'UTC',
}
