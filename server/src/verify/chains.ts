import { inPages } from '../db/read-in-pages.ts'
import type { ChainRow, Db, EventRow } from '../db/schema.ts'
import { type Changes, isDelta, type Json, textHash, valueAfter } from '../journal/changes.ts'
import { hashEvent, INSTANCE_CHAIN } from '../journal/record.ts'
import { chainName, type Report } from './findings.ts'
import type { IdWindow } from './windows.ts'

/** The final state of a chain. */
export interface ChainEnd {
  events: number
  /** The last event of each subject, by `subjectKey`. Empty for the instance's chain, which is too long for that. */
  last: Map<string, LastEvent>
  /** The hash of the main text after all changes; null if there is none. */
  bodyHash: string | null
  /** The number of deltas of the main text since the last full copy. */
  deltas: number
  /** Which file replaced which: the new one was added right after the old one was archived, at the same instant. */
  replaced: Map<number, number>
}

export interface LastEvent {
  position: number
  at: string
  verb: string
  seal: string | null
}

export function subjectKey(subject: string, id: number): string {
  return `${subject} ${id}`
}

/** Recomputes the chains of a window: each event's hash, its link to the previous event, and the head of the chain. */
export async function verifyChains(db: Db, window: IdWindow, report: Report): Promise<Map<number, ChainEnd>> {
  const heads = await readHeads(db, window)
  const ends = new Map<number, ChainEnd>()
  let walk: Walk | undefined
  for await (const page of eventsOf(db, window)) {
    for (const event of page) {
      if (walk && walk.chain !== event.chain) finish(walk, heads, ends, report)
      if (walk?.chain !== event.chain) walk = startWalk(event.chain)
      step(walk, event, report)
    }
  }
  if (walk) finish(walk, heads, ends, report)
  for (const { chain, length } of heads.values()) {
    // The schema creates the instance's chain before its first event.
    if (length === 0 && chain === INSTANCE_CHAIN) continue
    report({
      table: 'chains',
      id: chain,
      entry: entryOf(chain),
      message: `${chainName(chain)}: all of its ${length} events are missing`,
    })
  }
  return ends
}

interface Walk extends ChainEnd {
  chain: number
  position: number
  hash: string
  id: number
  /** The previous event, if it archived a file. */
  archived: EventRow | undefined
  body: string | null
  /** Only the first wrong event of a chain is reported: what follows seldom adds anything. */
  isBroken: boolean
}

function startWalk(chain: number): Walk {
  return {
    chain,
    events: 0,
    position: 0,
    hash: '',
    id: -Infinity,
    last: new Map(),
    replaced: new Map(),
    archived: undefined,
    body: null,
    bodyHash: null,
    deltas: 0,
    isBroken: false,
  }
}

function step(walk: Walk, event: EventRow, report: Report): void {
  const problem = findProblem(walk, event)
  if (problem && !walk.isBroken) {
    const name = `${chainName(walk.chain)}: event ${event.position} (${event.at})`
    report({ table: 'events', id: event.id, entry: entryOf(walk.chain), message: `${name} ${problem}` })
    walk.isBroken = true
  }
  walk.events++
  walk.position = event.position
  walk.hash = event.hash
  walk.id = event.id
  if (walk.chain === INSTANCE_CHAIN) return
  const { position, at, verb, seal } = event
  walk.last.set(subjectKey(event.subject, event.subject_id), { position, at, verb, seal })
  followFiles(walk, event)
}

function followFiles(walk: Walk, event: EventRow): void {
  const { subject, subject_id, verb, fields, at } = event
  const isFile = subject === 'upload'
  if (isFile && verb === 'created' && walk.archived?.at === at) walk.replaced.set(subject_id, walk.archived.subject_id)
  walk.archived = isFile && verb === 'updated' && fields === 'state' ? event : undefined
}

function findProblem(walk: Walk, event: EventRow): string | undefined {
  // Read the text first: the walk must go on even if the event is wrong in another way.
  const textProblem = followBody(walk, event)
  if (hashEvent(event) !== event.hash) return 'has been altered: its hash does not match'
  if (event.position !== walk.position + 1) {
    return `is out of place: event ${walk.position + 1} should come here and is missing`
  }
  if (event.prev_hash !== walk.hash) return 'does not continue from the event before it'
  if (event.id <= walk.id) return 'has a number smaller than the event before it'
  return textProblem
}

/** Applies the event to the main text and checks the hashes stored with the change. */
function followBody(walk: Walk, event: EventRow): string | undefined {
  if (event.subject !== 'entity' || !event.changes.includes('"body"')) return undefined
  try {
    const change = (JSON.parse(event.changes) as Changes).body
    if (change === undefined) return undefined
    const before = walk.body
    const baseFits = !isDelta(change) || change.base === textHash(before ?? '')
    const after: Json | undefined = valueAfter(change, before)
    walk.body = typeof after === 'string' ? after : null
    walk.deltas = isDelta(change) ? walk.deltas + 1 : 0
    if (!baseFits) return 'changes another text than the one before it'
    if ('hash' in change && change.hash !== textHash(walk.body ?? ''))
      return 'holds a text that does not match its hash'
    return undefined
  } catch {
    return 'holds a text that cannot be read'
  }
}

function finish(walk: Walk, heads: Map<number, ChainRow>, ends: Map<number, ChainEnd>, report: Report): void {
  const { chain, events, position, last, deltas, replaced } = walk
  const bodyHash = walk.body === null ? null : textHash(walk.body)
  ends.set(chain, { events, last, bodyHash, deltas, replaced })
  const head = heads.get(chain)
  heads.delete(chain)
  const problem = !head
    ? `its end is not noted in the list of chains`
    : head.length > position
      ? `events ${position + 1} to ${head.length} are missing`
      : head.length < position
        ? `ends with event ${position}, the list of chains says ${head.length}`
        : head.head !== walk.hash
          ? 'the list of chains names another last event'
          : undefined
  if (!problem) return
  // Without a row in `chains`, the events are the orphans.
  const row = head ? { table: 'chains', id: chain } : { table: 'events', id: walk.id }
  report({ ...row, entry: entryOf(chain), message: `${chainName(chain)}: ${problem}` })
}

function entryOf(chain: number): number | null {
  return chain === INSTANCE_CHAIN ? null : chain
}

async function readHeads(db: Db, { from, to }: IdWindow): Promise<Map<number, ChainRow>> {
  const rows = await db
    .selectFrom('chains')
    .selectAll()
    .where('chain', '>=', from)
    .where('chain', '<=', to)
    .orderBy('chain')
    .execute()
  return new Map(rows.map((row) => [row.chain, row]))
}

function eventsOf(db: Db, { from, to }: IdWindow): AsyncGenerator<EventRow[]> {
  return inPages<EventRow>((rows, last) => {
    const query = db.selectFrom('events').selectAll().orderBy('chain').orderBy('position').limit(rows)
    // The range is always given: the index on chain and position serves both conditions.
    const inWindow = query.where('chain', '>=', last?.chain ?? from).where('chain', '<=', to)
    if (!last) return inWindow.execute()
    return inWindow
      .where((eb) => eb(eb.refTuple('chain', 'position'), '>', eb.tuple(last.chain, last.position)))
      .execute()
  })
}
