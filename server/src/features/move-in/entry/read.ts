import type { EntityType } from '@aliquot/contract/common'
import type { Run } from '../move-in.run.ts'
import { readEntry, readUpload, type TheirEntry, type TheirUpload } from '../source/entry.ts'
import { idIn, isRecord, type Json, recordsIn } from '../source/values.ts'
import { DELETED } from './files.ts'
import type { Leave } from './notes.ts'

/** An entry of theirs with its files, and the key that can read it. */
export interface Whole {
  entry: TheirEntry
  /** Oldest first; deleted ones stay there. */
  uploads: TheirUpload[]
  deletedFiles: number
  key: number
}

/** Undefined if no key can read it any more. */
export async function readWhole(
  run: Run,
  type: EntityType,
  { their_id: id, seen_by }: { their_id: number; seen_by: number },
): Promise<Whole | undefined> {
  const { client, info } = run
  // Aliquot tells of all files in the record.
  const path = info.isAliquot ? `${type}/${id}?state=1,2,3` : `${type}/${id}`
  for (const key of new Set([seen_by, ...run.keys.map(({ number }) => number)])) {
    if (key < 1) continue
    const { status, body } = await client.get(path, key)
    // Words in place of a number are answered with a list, and a broken proxy may answer with anything.
    if (status !== 200 || !isRecord(body) || idIn(body, 'id') !== id) continue
    const all = info.isAliquot ? recordsIn(body.uploads) : await uploadsOf(run, `${type}/${id}`, key, body)
    const uploads = all.map(readUpload).sort((a, b) => a.id - b.id)
    const kept = uploads.filter(({ state }) => state !== DELETED)
    const entry = readEntry(body, type)
    for (const host of entry.hosts) run.hosts.add(host)
    const isDeleted = entry.state === DELETED
    // The files of a deleted entry are deleted with it.
    return {
      entry,
      uploads: isDeleted ? uploads : kept,
      deletedFiles: isDeleted ? 0 : uploads.length - kept.length,
      key,
    }
  }
  return undefined
}

async function uploadsOf({ client }: Run, path: string, key: number, record: Json): Promise<Json[]> {
  const { status, body } = await client.get(`${path}/uploads?state=1,2,3`, key)
  return recordsIn(status === 200 ? body : record.uploads)
}

/** What has no place here, so that nobody has to find out. */
export function noteWhatStays({ entry, deletedFiles }: Whole, leave: Leave): void {
  if (deletedFiles > 0) leave('deleted_files', String(deletedFiles))
  if (entry.compounds > 0) leave('compounds', String(entry.compounds))
  if (entry.containers > 0) leave('containers', String(entry.containers))
  if (entry.isTimestamped) leave('timestamp')
  if (entry.signatures > 0) leave('signatures', String(entry.signatures))
}
