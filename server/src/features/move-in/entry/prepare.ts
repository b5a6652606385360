import { type NewEntity, newEntityOf } from '@aliquot/contract/entity-input'
import { COMMENT_LIMIT, isTooLong, STEP_LIMIT } from '@aliquot/contract/limits'
import { Refusal } from '../../../errors.ts'
import { parseDate, parseTime } from '../../../lib/dates.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { cleanTitle, cutUnits } from '../../../lib/text.ts'
import { Texts } from '../../../text-work/text-work.ts'
import { requireBodySize } from '../../entries/entries.body.ts'
import type { NewValues } from '../../entries/entries.change.ts'
import { NOBODY } from '../../entries/entries.permissions.ts'
import { readOwnSettings } from '../../entries/entries.settings.ts'
import { type EntityKind, HTML, isTemplate, kindOf, MARKDOWN } from '../../entries/entries.types.ts'
import { idKey } from '../../imports/imports.addresses.ts'
import type { PendingField } from '../../imports/imports.fields.ts'
import { LABELS_OF } from '../../imports/imports.labels.ts'
import { storable } from '../../imports/imports.notes.ts'
import type { EarlierStep } from '../../steps/steps.set.ts'
import { labelFor } from '../labels.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import type { Run } from '../move-in.run.ts'
import { personFor } from '../people/people.ts'
import { teamFor } from '../people/teams.ts'
import type { TheirEntry, TheirPerson } from '../source/entry.ts'
import { fieldsHere } from './fields.ts'
import type { NamedFile } from './files.ts'
import type { Leave } from './notes.ts'
import { permissionsHere } from './permissions.ts'
import { findEntries, pointText } from './pointing.ts'

/** An entry as it is to be stored, with our ids. */
export interface PreparedEntry {
  kind: EntityKind
  team: number
  values: Omit<NewValues, 'custom_id' | 'elabid'>
  elabid: string | null
  customId: number | null
  state: number
  body: string | null
  tags: string[]
  steps: EarlierStep[]
  comments: PreparedComment[]
  author: TheirPerson
  createdAt: string | null
  modifiedAt: string | null
  pinnedBy: number[]
  /** Fields that point to files, which have no ids yet. */
  fileFields: PendingField[]
}

export interface PreparedComment {
  theirId: number
  userid: number
  text: string
  author: TheirPerson
  isImmutable: boolean
  createdAt: string | null
  modifiedAt: string | null
}

const MOST_STEPS = 10_000
const MOST_TITLE_UNITS = 8000
const DELETED = 3

/** Looks up everything that an entry refers to, and checks what it says as if people sent it. */
export async function prepareEntry(
  run: Run,
  entry: TheirEntry,
  files: readonly NamedFile[],
  leave: Leave,
  /** Our ids of files that are here already, by theirs. */
  knownFiles: ReadonlyMap<number, number> = new Map(),
): Promise<PreparedEntry> {
  const kind = kindOf(entry.type)
  const team = (await teamFor(run, entry.team, entry.teamName)) ?? 0
  const time = (text: string | null) => instant(run, text, leave)
  const { locked } = entry
  const permissions = await permissionsHere(run, entry, leave)
  const fields = await fieldsHere(run, entry, knownFiles, leave)
  const values: PreparedEntry['values'] = {
    ...{ type: kind.number, team, userid: await authorHere(run, entry.owner, entry.team, leave) },
    ...{ title: titleOf(kind, entry), rating: ratingOf(entry), content_type: entry.isMarkdown ? MARKDOWN : HTML },
    hide_main_text: entry.hidesText ? 1 : 0,
    date: entry.date === null ? null : (parseDate(entry.date) ?? null),
    ...{ category: await labelHere(run, entry, 'category'), status: await labelHere(run, entry, 'status') },
    state: entry.state === DELETED ? 1 : entry.state === 2 ? 2 : 1,
    ...{ canread: NOBODY, canwrite: NOBODY, canread_base: 30, canwrite_base: 20 },
    ...pick(permissions, ['canread', 'canwrite', 'canread_base', 'canwrite_base']),
    canread_is_immutable: entry.canreadIsImmutable ? 1 : 0,
    canwrite_is_immutable: entry.canwriteIsImmutable ? 1 : 0,
    ...{ locked: locked ? 1 : 0, lockedby: null, locked_at: null, timestamped: 0 },
    ...(locked && { lockedby: await lockerHere(run, locked.by, entry.team), locked_at: time(locked.at) }),
    ...(await madeFromHere(run, entry)),
    metadata: fields.metadata,
    ...settingsHere(kind, entry, permissions, leave),
  }
  return {
    ...{ kind, team, values, state: entry.state, author: entry.owner },
    elabid: !isTemplate(kind) && entry.elabid !== null && /^[\w.:-]{1,200}$/.test(entry.elabid) ? entry.elabid : null,
    customId: entry.customId,
    fileFields: fields.ofFiles,
    body: await bodyHere(run, entry, files, leave),
    tags: entry.tags.map((tag) => storable(tag.trim())),
    steps: stepsOf(run, entry, leave),
    comments: await commentsHere(run, entry, leave),
    createdAt: time(entry.createdAt),
    modifiedAt: time(entry.modifiedAt),
    pinnedBy: await pinnedBy(run, entry),
  }
}

/** Those holders of keys who have pinned it: that server tells of nobody else. */
async function pinnedBy(run: Run, { type, id }: TheirEntry): Promise<number[]> {
  const people = new Set<number>()
  for (const number of run.pins.get(idKey(type, id)) ?? []) {
    const { userid = 0, team } = run.keys[number - 1] ?? {}
    const ours = await personFor(run, userid, undefined, team)
    if (ours !== undefined) people.add(ours)
  }
  return [...people]
}

/** A stored time; they write theirs without a zone. */
export function instant({ zone }: Run, text: string | null, leave: Leave): string | null {
  if (text === null || text === '') return null
  const exact = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined
  const time = exact ? (Number.isNaN(exact.getTime()) ? undefined : exact.toISOString()) : parseTime(text, zone)
  if (time === undefined) leave('bad_time', text)
  return time ?? null
}

async function authorHere(run: Run, person: TheirPerson, team: number, leave: Leave): Promise<number> {
  const ours = await personFor(run, person.id, person, team)
  if (ours === undefined) leave('no_account', person.name)
  return ours ?? run.author.userid
}

async function lockerHere(run: Run, id: number | null, team: number): Promise<number> {
  return (id === null ? undefined : await personFor(run, id, undefined, team)) ?? run.author.userid
}

function titleOf(kind: EntityKind, { title }: TheirEntry): string {
  const given = storable(cutUnits(title, MOST_TITLE_UNITS)).trim()
  return given === '' ? kind.untitled : cleanTitle(given)
}

function ratingOf({ rating }: TheirEntry): number {
  return Number.isInteger(rating) && rating >= 0 && rating <= 5 ? rating : 0
}

async function labelHere(run: Run, entry: TheirEntry, name: 'category' | 'status'): Promise<number | null> {
  const label = entry[name]
  if (!label) return null
  return (await labelFor(run, LABELS_OF[entry.type][name], label, entry.team)) ?? null
}

/** What the type of its source is, by the number that both servers give it. */
const TYPE_NAMES = ['experiments', 'items', 'experiments_templates', 'items_types'] as const

async function madeFromHere(
  run: Run,
  { madeFrom }: TheirEntry,
): Promise<{ created_from_type: number; created_from_id: number } | undefined> {
  const type = madeFrom && TYPE_NAMES[madeFrom.type - 1]
  if (!madeFrom || !type) return undefined
  const [found] = (await findEntries(run, [{ type, id: madeFrom.id }])).values()
  return found && { created_from_type: MOVED_KIND[found.type], created_from_id: found.id }
}

function settingsHere(
  kind: EntityKind,
  { settings }: TheirEntry,
  permissions: Record<string, string | number>,
  leave: Leave,
): ReturnType<typeof readOwnSettings> {
  const of = [
    'canbook',
    'canbook_base',
    'canread_target',
    'canread_target_base',
    'canwrite_target',
    'canwrite_target_base',
  ]
  const given = { ...settings, ...pick(permissions, of) }
  if (Object.keys(given).length === 0) return {}
  try {
    const input = parseInput(newEntityOf(kind.type), given, 'settings') as NewEntity
    return readOwnSettings(kind, input, { complete: false })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    leave('settings_left', error.message)
    return {}
  }
}

function pick<T extends object>(values: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>
}

async function bodyHere(
  run: Run,
  { body, isMarkdown }: TheirEntry,
  files: readonly NamedFile[],
  leave: Leave,
): Promise<string | null> {
  if (body === '') return null
  try {
    const text = storable(body)
    requireBodySize('body', text)
    const pointed = await pointText(run, text, !isMarkdown, files)
    const stored = isMarkdown ? pointed : await new Texts(run.author.userid).later('cleanHtml', pointed)
    requireBodySize('body', stored)
    return stored || null
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    leave('text_left', error.message)
    return null
  }
}

function stepsOf(run: Run, { steps }: TheirEntry, leave: Leave): EarlierStep[] {
  const ours: EarlierStep[] = []
  for (const { body: given, isFinished, finishedAt, deadline, remindsOf, isImmutable } of steps) {
    const body = cutUnits(storable(given).trim(), STEP_LIMIT.most)
    if (body === '' || ours.length === MOST_STEPS) leave('step_left', given)
    else {
      ours.push({
        ...{ body, finished: isFinished ? 1 : 0, is_immutable: isImmutable ? 1 : 0 },
        deadline_notif: remindsOf && deadline !== null ? 1 : 0,
        finished_time: instant(run, finishedAt, leave),
        deadline: instant(run, deadline, leave),
      })
    }
  }
  return ours
}

async function commentsHere(run: Run, { comments, team }: TheirEntry, leave: Leave): Promise<PreparedComment[]> {
  const ours: PreparedComment[] = []
  for (const { id, author, text: given, isImmutable, createdAt, modifiedAt } of comments) {
    const text = storable(given)
    if (text.trim() === '' || isTooLong(text, COMMENT_LIMIT)) {
      leave('comment_left', text)
      continue
    }
    ours.push({
      ...{ theirId: id, text, author, isImmutable, userid: await authorHere(run, author, team, leave) },
      createdAt: instant(run, createdAt, leave),
      modifiedAt: instant(run, modifiedAt, leave),
    })
  }
  return ours
}
