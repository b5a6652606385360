import { cutUnits } from '../../../lib/text.ts'

/** What happened to the records of one kind. */
export interface KindCount {
  /** As many as the keys can read there. */
  there: number
  /** Those of which this server says that they exist, and that no key can read. */
  hidden: number
  /** As many as are here now. */
  here: number
  made: number
  updated: number
  same: number
  conflicts: number
  failed: number
}

export interface MoveInProblem {
  kind: string
  /** Its id there. */
  id: number | null
  title: string
  code: string
  detail: string
}

/** Who becomes whom. */
export interface MovedPerson {
  name: string
  email: string
  /** Their id there. */
  userid: number
  /** The account here; null: there will be a new one, or there can be none. */
  here: number | null
}

const MOST_PROBLEMS = 1000
const MOST_PEOPLE = 200
const MOST_UNITS = 300

/** Counts what a run does. */
export class Report {
  readonly counts: Record<string, KindCount> = {}
  readonly files = { there: 0, brought: 0, compared: 0, differing: 0, missing: 0, bytes: 0 }
  readonly parts = { comments: 0, steps: 0, links: 0, tags: 0, revisions: 0, pins: 0 }
  readonly problems: MoveInProblem[] = []
  problemsTotal = 0
  readonly people: MovedPerson[] = []
  peopleTotal = 0

  count(kind: string, what: keyof KindCount, by = 1): void {
    this.of(kind)[what] += by
  }

  of(kind: string): KindCount {
    this.counts[kind] ??= { there: 0, hidden: 0, here: 0, made: 0, updated: 0, same: 0, conflicts: 0, failed: 0 }
    return this.counts[kind]
  }

  meet(person: MovedPerson): void {
    this.peopleTotal++
    if (this.people.length < MOST_PEOPLE) this.people.push(person)
  }

  note(problem: MoveInProblem): void {
    this.problemsTotal++
    if (this.problems.length === MOST_PROBLEMS) return
    const { title, detail } = problem
    this.problems.push({ ...problem, title: cutUnits(title, MOST_UNITS), detail: cutUnits(detail, MOST_UNITS) })
  }
}
