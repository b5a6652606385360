import type { EntityType } from '@aliquot/contract/common'
import { MOVE_NOTES, readNotes } from '../entry/notes.ts'
import { COLLECTIONS, kindOfLabel, MOVED_KIND, MOVED_STATE, TYPES } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import type { KeyHolder, Run } from '../move-in.run.ts'
import type { KindCount, MovedPerson, MoveInProblem, Report } from './report.ts'

/** What a run did, and what could not come. It never holds a key. */
export interface MoveInReport {
  source: { address: string; version: string }
  dry_run: boolean
  as: number
  started_at: string
  ended_at: string
  keys: KeyHolder[]
  counts: Record<string, KindCount>
  files: Report['files']
  parts: Report['parts']
  /** The first 200. */
  people: MovedPerson[]
  people_total: number
  problems_total: number
  /** The first 1,000; with a sentence for each. */
  problems: (MoveInProblem & { message: string })[]
}

const MOST_PROBLEMS = 1000

export async function finish(run: Run, startedAt: string): Promise<MoveInReport> {
  const { ctx, source, report, isDry } = run
  if (source.id !== 0) {
    await countWhatIsHere(run)
    if (!isDry) await noteWhatIsMissing(run)
  }
  const whole: MoveInReport = {
    source: { address: source.address, version: run.info.version },
    ...{ dry_run: isDry, as: run.author.userid, started_at: startedAt, ended_at: ctx.now() },
    keys: run.keys,
    ...{ counts: report.counts, files: report.files, parts: report.parts },
    ...{ people: report.people, people_total: report.peopleTotal },
    problems_total: report.problemsTotal,
    problems: report.problems.map((problem) => ({ ...problem, message: messageOf(problem.code) })),
  }
  if (!isDry) {
    await ctx.db.write((db) => repo.setSource(db, source.id, { report: JSON.stringify(whole) }))
  }
  run.tell({ phase: 'done', done: 1, total: 1 })
  return whole
}

function messageOf(code: string): string {
  return Object.hasOwn(MOVE_NOTES, code) ? MOVE_NOTES[code as keyof typeof MOVE_NOTES] : code
}

const NAMES = new Map<number, string>([
  ...Object.entries(MOVED_KIND).map(([name, kind]): [number, string] => [kind, name]),
  ...COLLECTIONS.map((collection): [number, string] => [kindOfLabel(collection), 'labels']),
])

async function countWhatIsHere({ ctx, source, report }: Run): Promise<void> {
  for (const { kind, state, total } of await repo.countByState(ctx.db.read, { source: source.id })) {
    const isHere = state === MOVED_STATE.here || (state === MOVED_STATE.conflict && isEntry(kind))
    if (isHere) report.count(NAMES.get(kind) ?? String(kind), 'here', Number(total))
  }
}

function isEntry(kind: number): boolean {
  return TYPES.some((type: EntityType) => MOVED_KIND[type] === kind)
}

/** What could not come, in this run and in those before it. */
async function noteWhatIsMissing({ ctx, source, report }: Run): Promise<void> {
  for (const row of await repo.listNoted(ctx.db.read, { source: source.id, most: MOST_PROBLEMS })) {
    const kind = NAMES.get(row.kind) ?? String(row.kind)
    for (const { code, detail } of readNotes(row.notes)) {
      report.note({ kind, id: row.their_id, title: row.title ?? '', code, detail })
    }
  }
}
