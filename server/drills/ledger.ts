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
  /** The writer that made it; only that one changes it, everybody may comment on it. */
  writer: number
  /** As the last acknowledged write left it. */
  state: EntryState
  /** As a write that was never answered may have left it. Nobody writes to the entry until a check has settled this. */
  maybe?: EntryState
  comments: Map<number, Comment>
  /** Written to since it was last checked. */
  touched: boolean
}

/** Something of a team or a person that has a name: a category, a view. */
export interface Thing {
  /** `/views/7`, as it is read. */
  path: string
  writer: number
  /** Null: deleted. */
  name: string | null
  maybe?: string | null
  touched: boolean
}

export interface Comment {
  id: number
  writer: number
  /** Null: deleted. */
  text: string | null
  maybe?: string | null
}

/** A create that was never answered. Sent again with the same Idempotency-Key, it must happen exactly once. */
export interface OpenCreate {
  key: string
  /** The API key of who sent it: each person's Idempotency-Keys are their own. */
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
 * The writes that were acknowledged, kept outside of the server: here, and as lines in a file for whoever looks into a
 * failure.
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

  /** An Idempotency-Key that no other create of this drill has. */
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
 * Compares an entry with what the server shows, once no write is on its way. Says what is missing or different, and
 * settles what was unsure: from now on it has to stay as it was seen.
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

/** The same for what has nothing but a name; `seen` is null when it is gone. */
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
