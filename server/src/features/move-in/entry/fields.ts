import { fillPending, type PendingField, readFields } from '../../imports/imports.fields.ts'
import type { Run } from '../move-in.run.ts'
import { personFor } from '../people/people.ts'
import type { TheirEntry } from '../source/entry.ts'
import type { Leave } from './notes.ts'
import { findEntries } from './pointing.ts'

/** The extra fields of an entry with our ids. Those that point to its new files wait for these. */
export async function fieldsHere(
  run: Run,
  { metadata, team }: Pick<TheirEntry, 'metadata' | 'team'>,
  knownFiles: ReadonlyMap<number, number>,
  leave: Leave,
): Promise<{ metadata: string | null; ofFiles: PendingField[] }> {
  if (metadata === null) return { metadata, ofFiles: [] }
  const read = readFields({ metadata, fields: [] })
  for (const { code, about } of read.notes) leave('metadata_left', `${code} ${about}`)
  if (read.pending.length === 0) return { metadata: read.metadata, ofFiles: [] }
  const isNew = ({ type, value }: PendingField) => type === 'uploads' && !idsIn(value).every((id) => knownFiles.has(id))
  const ofFiles = read.pending.filter(isNew)
  const others = read.pending.filter((field) => !isNew(field))
  const ours = await findTargets(run, others, team)
  const find = (type: string, id: number) => (type === 'uploads' ? knownFiles.get(id) : ours.get(`${type} ${id}`))
  return { metadata: fill(read.metadata, others, find, leave), ofFiles }
}

/** Fills in the fields that waited for their files. */
export function fillFileFields(
  metadata: string | null,
  fields: readonly PendingField[],
  files: ReadonlyMap<number, number>,
  leave: Leave,
): string | null {
  return fill(metadata, fields, (type, id) => (type === 'uploads' ? files.get(id) : undefined), leave)
}

function fill(
  metadata: string | null,
  fields: readonly PendingField[],
  find: (type: string, id: number) => number | undefined,
  leave: Leave,
): string | null {
  const filled = fillPending(metadata, fields, find)
  for (const { about } of filled.notes) leave('field_left', about)
  return filled.metadata
}

async function findTargets(run: Run, pending: readonly PendingField[], team: number): Promise<Map<string, number>> {
  const entries = pending.flatMap(({ type, value }) =>
    type === 'experiments' || type === 'items' ? idsIn(value).map((id) => ({ type, id }) as const) : [],
  )
  const ours = new Map<string, number>()
  for (const [key, { id }] of await findEntries(run, entries)) ours.set(key, id)
  for (const { type, value } of pending) {
    if (type !== 'users') continue
    for (const id of idsIn(value)) {
      const userid = await personFor(run, id, undefined, team)
      if (userid !== undefined) ours.set(`users ${id}`, userid)
    }
  }
  return ours
}

const MOST_ID = 2_147_483_647

/** Numbers, or texts that are one. */
function idsIn(value: unknown): number[] {
  const numbers = [value].flat().map((one) => Number(typeof one === 'string' ? one : JSON.stringify(one)))
  return numbers.filter((id) => Number.isInteger(id) && id > 0 && id <= MOST_ID)
}
