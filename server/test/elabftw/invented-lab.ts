import { createHash } from 'node:crypto'
import { json, keyOf, LAB_TYPES, Lab, type LabEntry, type LabType, type Row } from './lab.ts'

const WHEN = '2026-03-02 09:00:00'
const TEAM = { id: 2, name: 'Thin films' }
const NOBODY = '{"teams": [], "users": [], "teamgroups": []}'
const PEOPLE: readonly Row[] = [
  person(1, 'Rhea', 'Stone', 'rhea@example.org', { id: 1, name: 'Office', is_admin: 1 }, 1),
  person(2, 'Ada', 'Øster', 'ada@example.org', { ...TEAM, is_admin: 1 }),
  person(3, 'Bo', 'Lindqvist', 'bo@example.org', { ...TEAM, is_admin: 0 }),
]
const STATUS = label(5, 'Running', '29AEB9')
const CATEGORY = label(1, 'Sputtering', '8a2be2')

interface Size {
  experiments?: number
  items?: number
}

/** A lab that we made up, in the form of eLabFTW: for what needs many entries, or must run everywhere. */
export function inventedLab({ experiments = 20, items = 4 }: Size = {}): Lab {
  const lab = new Lab()
  const made = { uploads: 0, parts: 0 }
  for (let id = 1; id <= items; id++) lab.add(entryOf(lab, made, 'items', id))
  for (let id = 1; id <= experiments; id++) lab.add(entryOf(lab, made, 'experiments', id))
  lab.add(entryOf(lab, made, 'experiments_templates', 1))
  for (const [as, userid] of Object.entries({ sysadmin: 1, admin: 2, member: 3 })) addReader(lab, as, userid)
  return lab
}

/** Makes another entry that all of the team may read, as somebody who works on. */
export function addEntry(lab: Lab, type: LabType, change: Row = {}): LabEntry {
  const ofType = [...lab.entries.values()].filter((entry) => entry.type === type)
  const id = Math.max(0, ...ofType.map((entry) => entry.id)) + 1
  const last = Math.max(0, ...lab.contents.keys())
  const entry = entryOf(lab, { uploads: last, parts: 1000 * id }, type, id)
  lab.add(entry)
  lab.edit(type, id, change)
  for (const { as, sees } of lab.readers.values()) if (as !== 'sysadmin') sees.add(keyOf(type, id))
  return entry
}

/** Adds a file to an entry. `hash` may be one that lies. */
export function addFile(lab: Lab, entry: LabEntry, name: string, content: string | Buffer, hash?: string): Row {
  return putFile(lab, { uploads: Math.max(0, ...lab.contents.keys()) }, entry, name, Buffer.from(content), hash)
}

function entryOf(lab: Lab, made: { uploads: number; parts: number }, type: LabType, id: number): LabEntry {
  const owner = id % 3 === 0 ? 3 : 2
  const isEntry = type === 'experiments' || type === 'items'
  const entry: LabEntry = {
    type,
    id,
    row: rowOf(type, id, owner, isEntry),
    record: {},
    uploads: [],
    revisions: [{ id: 100 * id + 1, item_id: id, body: '<p>earlier</p>', ...written(owner), content_type: 1 }],
  }
  const step = (body: string, finished: number) => ({
    ...{ id: ++made.parts, item_id: id, body, ordering: made.parts, finished, is_immutable: 0, deadline_notif: 0 },
    finished_time: finished ? '2026-03-02 10:00:00' : null,
    deadline: finished ? null : '2027-01-15 17:00:00',
  })
  const comment = {
    id: ++made.parts,
    item_id: id,
    comment: `Checked ${id}, <b>really</b>`,
    ...written(2),
    immutable: 0,
  }
  Object.assign(entry.record, entry.row, {
    page: type,
    steps: isEntry && id % 4 === 1 ? [step('Weigh', 1), step('Anneal', 0)] : [],
    comments: isEntry && id % 5 === 1 ? [{ ...comment, email: 'ada@example.org' }] : [],
    items_links: type === 'experiments' && lab.entries.has('items/1') ? [linkTo('items', 1)] : [],
    experiments_links: type === 'experiments' && id > 1 ? [linkTo('experiments', id - 1)] : [],
    compounds_links: [],
    containers: [],
    uploads: [],
    changelog: [],
    metadata_decoded: JSON.parse(String(entry.row.metadata)),
  })
  if (isEntry && id % 2 === 1) putFile(lab, made, entry, `données ${id}.csv`, Buffer.from(`t;A\n0;${id}\n`))
  return entry
}

function rowOf(type: LabType, id: number, owner: number, isEntry: boolean): Row {
  const mine = isEntry && id % 7 === 6
  return {
    ...{ id, type, title: `${type} ${id} – größer`, team: TEAM.id, team_name: TEAM.name, userid: owner, state: 1 },
    ...{
      date: isEntry ? '2026-03-01' : null,
      elabid: isEntry ? elabidOf(type, id) : null,
      custom_id: null,
      rating: id % 6,
    },
    ...{ locked: Number(id % 9 === 8), lockedby: id % 9 === 8 ? 2 : null, locked_at: id % 9 === 8 ? WHEN : null },
    body: `<p>Text ${id}, see <a href="experiments.php?mode=view&amp;id=1">the first</a>.</p>`,
    ...{
      content_type: 1,
      hide_main_text: 0,
      created_at: WHEN,
      modified_at: WHEN,
      lastchangeby: owner,
      page: `${type}.php`,
    },
    ...{ canread: NOBODY, canwrite: NOBODY, canread_base: mine ? 10 : 30, canwrite_base: 20, is_pinned: 0 },
    ...{ canread_is_immutable: 0, canwrite_is_immutable: 0, created_from_id: null, created_from_type: null },
    ...labelsOf(type),
    metadata: `{"extra_fields": {"Operator": {"type": "users", "value": ${owner}}}}`,
    ...tagsOf(id),
    ...(type === 'experiments_templates' && { canread_target: NOBODY, canread_target_base: 30 }),
    ...(type === 'experiments_templates' && { canwrite_target: NOBODY, canwrite_target_base: 20 }),
    ...nameOf(owner),
  }
}

function labelsOf(type: LabType): Row {
  if (type !== 'experiments') return { category: null, category_title: null, status: null, status_title: null }
  const category = { category: CATEGORY.id, category_title: CATEGORY.title, category_color: CATEGORY.color }
  return { ...category, status: STATUS.id, status_title: STATUS.title, status_color: STATUS.color }
}

function tagsOf(id: number): Row {
  if (id % 2 === 0) return { tags: null, tags_id: null, tags_decoded: [] }
  const tags_decoded = [
    { id: 1, tag: 'film, thin', is_favorite: false },
    { id: 2, tag: '"as is"', is_favorite: false },
  ]
  return { tags: '"as is"|film, thin', tags_id: '2,1', tags_decoded }
}

function linkTo(type: LabType, id: number): Row {
  return {
    entityid: id,
    title: `${type} ${id} – größer`,
    custom_id: null,
    elabid: elabidOf(type, id),
    link_state: 1,
    type,
  }
}

function putFile(lab: Lab, made: { uploads: number }, entry: LabEntry, real_name: string, body: Buffer, hash?: string) {
  const id = ++made.uploads
  const sha256 = createHash('sha256').update(body).digest('hex')
  const row: Row = {
    ...{ id, real_name, long_name: `ab/ab${String(id).padStart(10, '0')}.csv`, comment: 'raw', item_id: entry.id },
    ...{ type: entry.type, ...written(2), hash: hash ?? sha256, hash_algorithm: 'sha256', storage: 1 },
    ...{ filesize: body.length, state: 1, immutable: 0 },
  }
  entry.uploads.push(row)
  ;(entry.record.uploads as Row[]).push(row)
  lab.contents.set(id, { status: 200, type: 'text/csv;charset=UTF-8', body })
  return row
}

function addReader(lab: Lab, as: string, userid: number): void {
  const sees = new Set<string>()
  for (const [key, { row }] of lab.entries) {
    if (as !== 'sysadmin' && (row.canread_base !== 10 || row.userid === userid)) sees.add(key)
  }
  lab.readers.set(`9-key-of-the-${as}`, { as, sees, answers: answersFor(lab, as, userid) })
}

function answersFor(lab: Lab, as: string, userid: number) {
  const count = (type: LabType) => [...lab.entries.values()].filter((entry) => entry.type === type).length
  const me = PEOPLE.find((one) => one.userid === userid) ?? {}
  const team = (me.teams as { id: number; name: string }[])[0] ?? TEAM
  const ofTeam = (rows: Row[]) => (team.id === TEAM.id ? rows : [])
  const info = { elabftw_version: '5.6.12', elabftw_version_int: 50612, all_users_count: 3, teams_count: 2 }
  const tags = [
    { id: 1, tag: 'film, thin', team: 2 },
    { id: 2, tag: '"as is"', team: 2 },
  ]
  const told: Record<string, unknown> = {
    info: { ...info, experiments_count: count('experiments'), items_count: count('items'), compounds_count: 0 },
    'users/me': { ...me, team: team.id },
    users: as === 'member' ? PEOPLE.map(seenByMember) : PEOPLE,
    [`users/${userid}`]: { ...me, team: team.id },
    teams: [{ id: 1, name: 'Office' }, TEAM],
    'teams/current': team,
    [`teams/${team.id}`]: team,
    'teams/1/tags': ofTeam(tags),
    'teams/2/tags': ofTeam(tags),
    'teams/current/tags': ofTeam(tags),
    'teams/2/experiments_status': [STATUS],
    'teams/current/experiments_status': ofTeam([STATUS]),
    'teams/2/experiments_categories': [CATEGORY],
    'teams/current/experiments_categories': ofTeam([CATEGORY]),
  }
  return new Map(Object.entries(told).map(([path, value]) => [`/api/v2/${path}`, json(value)]))
}

function seenByMember({ userid, firstname, lastname, email, fullname, orcid }: Row): Row {
  return { userid, firstname, lastname, email, fullname, orcid }
}

function person(userid: number, firstname: string, lastname: string, email: string, team: Row, is_sysadmin = 0): Row {
  const fullname = `${firstname} ${lastname}`
  const account = { created_at: WHEN, validated: 1, valid_until: null, orcid: null, orgid: null, is_sysadmin }
  return { userid, firstname, lastname, fullname, email, ...account, teams: [{ is_archived: 0, is_owner: 0, ...team }] }
}

function label(id: number, title: string, color: string): Row {
  return { id, title, color, ordering: null, state: 1, team: TEAM.id, is_private: 1, team_name: TEAM.name }
}

function written(userid: number): Row {
  return { userid, created_at: WHEN, modified_at: WHEN, ...nameOf(userid) }
}

function nameOf(userid: number): Row {
  const { firstname, lastname, fullname, orcid } = PEOPLE.find((one) => one.userid === userid) ?? {}
  return { firstname, lastname, fullname, orcid }
}

/** Sound like those of eLabFTW: a date and forty hexadecimal digits. */
function elabidOf(type: LabType, id: number): string {
  return `20260301-${createHash('sha1')
    .update(`${LAB_TYPES.indexOf(type)}/${id}`)
    .digest('hex')}`
}
