import { sql } from 'kysely'
import type { Db, EventRow, Schema, UserRow } from '../db/schema.ts'
import { nameKey } from '../features/users/users.repo.ts'
import type { Changes } from '../journal/changes.ts'
import type { Subject } from '../journal/record.ts'
import {
  sealApikey,
  sealConfig,
  sealFavtag,
  sealLabel,
  sealMembership,
  sealSession,
  sealTag,
  sealTeam,
  sealTeamgroup,
  sealTeamgroupMember,
  sealTodoItem,
  sealUser,
  sealView,
} from '../journal/seals.ts'
import type { Finding, Report } from './findings.ts'
import { type Window, windowsOver } from './windows.ts'

/** A table whose rows belong to no entry, and how the journal speaks of them. */
interface Kind {
  subject: Subject
  table: keyof Schema & string
  /** The column that events call the subject's id. */
  key: string
  seal(row: never): string
  /** What is wrong with columns that follow from the others and are not sealed. */
  derived?(row: never): string | undefined
  /** Where several rows share the subject's id: which of them an event is about. */
  part?: { of(row: Record<string, unknown>): number; in(changes: Changes): number | undefined; name: string }
}

const kinds: readonly Kind[] = [
  { subject: 'team', table: 'teams', key: 'id', seal: sealTeam },
  { subject: 'user', table: 'users', key: 'userid', seal: sealUser, derived: nameProblem },
  {
    subject: 'membership',
    table: 'memberships',
    key: 'userid',
    seal: sealMembership,
    part: { of: (row) => Number(row.team), in: numberOf('team'), name: 'in team' },
  },
  { subject: 'config', table: 'config', key: 'id', seal: sealConfig },
  { subject: 'apikey', table: 'apikeys', key: 'id', seal: sealApikey },
  { subject: 'session', table: 'sessions', key: 'id', seal: sealSession },
  { subject: 'tag', table: 'tags', key: 'id', seal: sealTag },
  {
    subject: 'favtag',
    table: 'favtags',
    key: 'userid',
    seal: sealFavtag,
    part: { of: (row) => Number(row.tag_id), in: numberOf('tag_id'), name: 'with tag' },
  },
  { subject: 'label', table: 'labels', key: 'id', seal: sealLabel },
  { subject: 'view', table: 'views', key: 'id', seal: sealView },
  { subject: 'todo', table: 'todo_items', key: 'id', seal: sealTodoItem },
  { subject: 'teamgroup', table: 'teamgroups', key: 'id', seal: sealTeamgroup },
  {
    subject: 'teamgroup_member',
    table: 'teamgroup_members',
    key: 'teamgroup',
    seal: sealTeamgroupMember,
    part: { of: (row) => Number(row.userid), in: numberOf('userid'), name: 'with user' },
  },
]

/** Holds people, teams and their groups, keys, sessions, tags and labels against what the journal says of them. */
export async function verifyInstance(db: Db, report: Report): Promise<void> {
  for (const kind of kinds) {
    const ofKind = sql`chain = 0 and subject = ${sql.lit(kind.subject)}`
    const windows = windowsOver(db, [
      { table: kind.table, column: kind.key },
      { table: 'events', column: 'subject_id', where: ofKind },
    ])
    for await (const window of windows) await verifyRows(db, kind, window, report)
  }
}

async function verifyRows(db: Db, kind: Kind, window: Window, report: Report): Promise<void> {
  const { subject, table, key } = kind
  const last = await readLastEvents(db, kind, window, report)
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)}
    where ${sql.ref(key)} >= ${window.from} and ${sql.ref(key)} <= ${window.to}`.execute(db)
  const tell = (id: number, name: string, problem: string) =>
    report({ table, id, entry: null, message: `${subject} ${name} ${problem}` } satisfies Finding)

  for (const row of rows) {
    const id = Number(row[key])
    const name = nameOf(kind, id, kind.part?.of(row))
    const event = last.get(name)
    last.delete(name)
    if (!event) tell(id, name, 'is not in the journal')
    else if (event.seal === null) tell(id, name, `is there, but event ${event.position} (${event.at}) deleted it`)
    else if (event.seal !== kind.seal(row as never)) tell(id, name, 'differs from what the journal says')
    else {
      const problem = kind.derived?.(row as never)
      if (problem) tell(id, name, problem)
    }
  }
  for (const [name, { seal }] of last) if (seal !== null) tell(Number.parseInt(name, 10), name, 'is missing')
}

type Last = Pick<EventRow, 'position' | 'at' | 'seal'>

async function readLastEvents(db: Db, kind: Kind, window: Window, report: Report): Promise<Map<string, Last>> {
  // Written out and not as parameters: the index holds only the events of this chain.
  const rows = await db
    .selectFrom('events')
    .select(['id', 'subject_id', 'position', 'at', 'seal'])
    .$if(kind.part !== undefined, (query) => query.select('changes'))
    .where('chain', '=', sql.lit(0))
    .where('subject', '=', sql.lit(kind.subject))
    .where('subject_id', '>=', window.from)
    .where('subject_id', '<=', window.to)
    .orderBy('subject_id')
    .orderBy('position')
    .execute()
  const last = new Map<string, Last>()
  for (const { id, subject_id, position, at, seal, changes } of rows) {
    const part = kind.part?.in(readChanges(changes ?? '{}'))
    if (kind.part && part === undefined) {
      const message = `instance: event ${position} (${at}) does not say which ${kind.subject} it is about`
      report({ table: 'events', id, entry: null, message })
    }
    last.set(nameOf(kind, subject_id, part), { position, at, seal })
  }
  return last
}

function nameProblem(row: UserRow): string | undefined {
  return row.name_key === nameKey(row) ? undefined : 'cannot be looked up: the search key does not belong to the name'
}

function nameOf(kind: Kind, id: number, part: number | undefined): string {
  return kind.part ? `${id} ${kind.part.name} ${part}` : String(id)
}

/** Events about a membership always name its team, changed or not, and those about a group's member the person. */
function numberOf(field: string): (changes: Changes) => number | undefined {
  return ({ [field]: change }) => {
    if (change === undefined || 'hash' in change) return undefined
    const value = change.after ?? change.before
    return typeof value === 'number' ? value : undefined
  }
}

function readChanges(text: string): Changes {
  try {
    return JSON.parse(text) as Changes
  } catch {
    return {}
  }
}
