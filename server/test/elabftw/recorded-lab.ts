import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { keyOf, LAB_TYPES, Lab, type LabAnswer, type LabEntry, type LabType, type Row } from './lab.ts'

/** True answers of a running eLabFTW 5.6.12. They lie beside the project and are no part of it. */
const DATA = join(import.meta.dirname, '../../../../shared/data')
const ANSWERS = join(DATA, 'elabftw5612-answers.jsonl')
const TRUTH = join(DATA, 'eln/elabftw5612--team.truth.json')

export const hasRecordings = existsSync(ANSWERS) && existsSync(TRUTH)
if (!hasRecordings) console.log(`skipped: the recorded answers are not in ${DATA}`)

interface Recording {
  as: string
  path: string
  status: number
  headers: Record<string, string>
  body?: string
  base64?: string
}

/** What the recorded server knew of an entry. */
export interface Truth {
  type: LabType
  title: string
  body: string | null
  [property: string]: unknown
}

export function readTruth(): Truth[] {
  return JSON.parse(readFileSync(TRUTH, 'utf8'))
}

/** The lab of the recordings, with a key for each of those who asked. */
export function recordedLab(): Lab {
  const lab = new Lab()
  for (const recording of recordings()) {
    const { as, path, status } = recording
    if (as === 'nobody' || as === 'wrong') continue
    const reader = readerOf(lab, as)
    const answer = answerOf(recording)
    reader.answers.set(path, answer)
    if (status === 200) keepEntry(lab, path, answer, (key) => reader.sees.add(key))
  }
  return lab
}

export function recordings(): Recording[] {
  const lines = readFileSync(ANSWERS, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recording)
}

export function answerOf({ status, headers, body, base64 }: Recording): LabAnswer {
  const bytes = base64 === undefined ? Buffer.from(body ?? '') : Buffer.from(base64, 'base64')
  return { status, type: headers['content-type'] ?? '', body: bytes }
}

function readerOf(lab: Lab, as: string) {
  const key = `7-key-of-the-${as}`
  const reader = lab.readers.get(key) ?? { as, sees: new Set<string>(), answers: new Map<string, LabAnswer>() }
  lab.readers.set(key, reader)
  return reader
}

function keepEntry(lab: Lab, path: string, answer: LabAnswer, isSeen: (key: string) => void): void {
  const [, type = '', id = '', part, partId, query] =
    /^\/api\/v2\/(\w+)(?:\/(\d+))?(?:\/(\w+))?(?:\/(\d+))?(?:\?(.*))?$/.exec(path) ?? []
  if (!LAB_TYPES.includes(type as LabType)) return
  const told = () => JSON.parse(answer.body.toString())
  if (id === '') {
    for (const row of told() as Row[]) {
      const entry = entryOf(lab, type as LabType, Number(row.id))
      isSeen(keyOf(type, entry.id))
      if (query?.includes('full=1')) entry.row = row
    }
    return
  }
  const entry = entryOf(lab, type as LabType, Number(id))
  if (part === undefined) entry.record = told()
  else if (part === 'uploads' && query === 'state=1,2,3') entry.uploads = told()
  else if (part === 'uploads' && query === 'format=binary') lab.contents.set(Number(partId), answer)
  else if (part === 'revisions') for (const row of [told()].flat()) putRevision(entry, row)
}

function entryOf(lab: Lab, type: LabType, id: number): LabEntry {
  const known = lab.entries.get(keyOf(type, id))
  if (known) return known
  const entry: LabEntry = { type, id, row: {}, record: {}, uploads: [], revisions: [] }
  lab.add(entry)
  return entry
}

function putRevision(entry: LabEntry, revision: Row): void {
  const known = entry.revisions.find(({ id }) => id === revision.id)
  if (known) Object.assign(known, revision)
  else entry.revisions.push(revision)
}

/** As the recording says it, for comparisons. */
export function sameAnswer(one: LabAnswer, other: LabAnswer): boolean {
  if (one.status !== other.status || one.type !== other.type) return false
  if (one.type !== 'application/json') return one.body.equals(other.body)
  return isDeepStrictEqual(JSON.parse(one.body.toString()), JSON.parse(other.body.toString()))
}
