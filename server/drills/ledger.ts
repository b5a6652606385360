import { createWriteStream, type WriteStream } from 'node:fs'

/** What a writer can set in an entry; one PATCH changes all of it or nothing. */
export interface EntryState {
  title: string
  body: string
  tags: readonly string[]
}

export interface Entry {
  id: number
  /** `experiments`, `items` and so on. */
  type: string
  /** The writer that created it; only that one changes it, but all may comment. */
  writer: number
  /** The state after the last acknowledged write. */
  state: EntryState
  /** The state if an unanswered write arrived. Nobody writes to the entry until a check has settled this. */
  maybe?: EntryState
  comments: Map<number, Comment>
  /** Written since the last check. */
  touched: boolean
}

/** Something with a name in a team or of a person: a category, a view. */
export interface Thing {
  /** `/views/7`, as it is read. */
  path: string
  writer: number
  /** Null if deleted. */
  name: string | null
  maybe?: string | null
  touched: boolean
}

export interface Comment {
  id: number
  writer: number
  /** Null if deleted. */
  text: string | null
  maybe?: string | null
}

/** An unanswered create. Resent with the same Idempotency-Key, it must happen exactly once. */
export interface OpenCreate {
  key: string
  /** The API key of the sender: Idempotency-Keys are per person. */
  credential: string
  path: string
  body: Record<string, unknown>
  done(id: number): void
}

/** An entry as the API shows it. */
export interface SeenEntry {
  title: string
  body: string | null
  tags: string | null
  comments: readonly { id: number; comment: string }[]
}

/**
 * The acknowledged writes, kept outside of the server: here, and as lines in a file for whoever investigates a failure.
 */
export class Ledger {
  readonly entries = new Map<number, Entry>()
  readonly things = new Map<string, Thing>()
  readonly openCreates = new Map<string, OpenCreate>()
  acknowledged = 0
  #creates = 0
  readonly #file: WriteStream

  constructor(file: string) {
    this.#file = createWriteStream(file)
  }

  /** A unique Idempotency-Key. */
  nextKey(): string {
    return `drill-${++this.#creates}`
  }

  open(create: OpenCreate): void {
    this.openCreates.set(create.key, create)
  }

  acknowledgeCreate(key: string, id: number): void {
    const create = this.openCreates.get(key)
    if (!create) return
    this.openCreates.delete(key)
    create.done(id)
    this.acknowledge({ create: create.path, id, ...create.body })
  }

  acknowledge(write: Record<string, unknown>): void {
    this.acknowledged++
    this.#file.write(`${JSON.stringify(write)}\n`)
  }

  addEntry(id: number, type: string, writer: number, state: EntryState): Entry {
    const entry: Entry = { id, type, writer, state, comments: new Map(), touched: true }
    this.entries.set(id, entry)
    return entry
  }

  addThing(path: string, writer: number, name: string): Thing {
    const thing: Thing = { path, writer, name, touched: true }
    this.things.set(path, thing)
    return thing
  }

  commentCount(): number {
    let count = 0
    for (const entry of this.entries.values()) {
      for (const comment of entry.comments.values()) if (comment.text !== null) count++
    }
    return count
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#file.end(resolve))
  }
}

/**
 * Compares an entry with the server's answer while no write is under way. Returns what is missing or different, and
 * settles unknown outcomes: from now on it has to stay as seen.
 */
export function settleEntry(entry: Entry, seen: SeenEntry): string[] {
  const problems: string[] = []
  const states = entry.maybe ? [entry.state, entry.maybe] : [entry.state]
  const state = states.find((candidate) => isState(candidate, seen))
  if (state) entry.state = state
  else problems.push(`${entry.type} ${entry.id} is not as acknowledged: ${explain(entry.state, seen)}`)
  delete entry.maybe

  const shown = new Map(seen.comments.map(({ id, comment }) => [id, comment]))
  for (const comment of entry.comments.values()) {
    const text = shown.get(comment.id) ?? null
    const allowed = comment.maybe === undefined ? [comment.text] : [comment.text, comment.maybe]
    if (allowed.includes(text)) comment.text = text
    else
      problems.push(`comment ${comment.id} of ${entry.type} ${entry.id} is ${text === null ? 'missing' : 'different'}`)
    delete comment.maybe
    shown.delete(comment.id)
  }
  for (const id of shown.keys())
    problems.push(`comment ${id} of ${entry.type} ${entry.id} was made by nobody, or twice`)
  entry.touched = false
  return problems
}

/** The same for a thing with only a name; `seen` is null if it is gone. */
export function settleThing(thing: Thing, seen: string | null): string[] {
  const allowed = thing.maybe === undefined ? [thing.name] : [thing.name, thing.maybe]
  delete thing.maybe
  thing.touched = false
  if (!allowed.includes(seen)) return [`${thing.path} is called ${seen} instead of ${thing.name}`]
  thing.name = seen
  return []
}

function isState(state: EntryState, seen: SeenEntry): boolean {
  return state.title === seen.title && state.body === (seen.body ?? '') && sameTags(state.tags, seen.tags)
}

function sameTags(tags: readonly string[], seen: string | null): boolean {
  return [...tags].sort().join('|') === (seen ?? '').split('|').sort().join('|')
}

function explain(state: EntryState, seen: SeenEntry): string {
  const parts = [
    state.title === seen.title ? [] : [`title "${seen.title}" instead of "${state.title}"`],
    state.body === (seen.body ?? '') ? [] : [`body of ${seen.body?.length ?? 0} instead of ${state.body.length}`],
    sameTags(state.tags, seen.tags) ? [] : [`tags ${seen.tags} instead of ${state.tags.join('|')}`],
  ]
  return parts.flat().join(', ')
}
