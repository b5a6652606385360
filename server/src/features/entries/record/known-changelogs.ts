import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/schema.ts'
import { UsedLast } from '../../../lib/used-last.ts'
import { linesOf, listEventsFrom, MOST_LINES } from '../entries.changelog.ts'

declare module '../../../context.ts' {
  interface Context {
    knownChangelogs: KnownChangelogs
  }
}

/** The changelog of an entry as it was read last. */
interface Known {
  /** The newest event that it shows. */
  newest: { position: number; hash: string }
  /** The head of the chain of people, whose names it shows. */
  instanceHead: string | null
  /** As JSON, the newest first. */
  lines: readonly string[]
}

const MOST_UNITS = 4_000_000

/** The changelogs of entries that were read last. A chain only grows, so a reader needs only what is new. */
export class KnownChangelogs extends UsedLast<number, Known> {
  constructor() {
    super(MOST_UNITS)
  }
}

/** Within a change, which may be rolled back, `db` is its transaction and nothing is kept. */
export interface ChangelogSource {
  ctx: Pick<Context, 'config' | 'knownChangelogs'>
  db: Db
  isChanging: boolean
}

/**
 * The changelog of an entry as JSON. Read `instanceHead` before: names that are newer than it only make the next reader
 * read everything.
 */
export async function readChangelogText(
  { ctx, db, isChanging }: ChangelogSource,
  row: { id: number; instance_head: string | null },
): Promise<string> {
  const last = ctx.knownChangelogs.find(row.id)
  const known = last?.instanceHead === row.instance_head ? last : undefined
  const events = await listEventsFrom(db, row.id, known?.newest.position ?? 0)
  const read = joinLines(ctx, row, known, events) ?? joinLines(ctx, row, undefined, await listEventsFrom(db, row.id, 0))
  if (!isChanging) read?.keep()
  return read?.text ?? '[]'
}

export interface ReadChangelog {
  text: string
  /** For the next reader, once what was read is committed. */
  keep(): void
}

/** The same within a change, in one packet with its row. Undefined if what is known does not fit the row. */
export async function readChangelogWith(
  ctx: ChangelogSource['ctx'],
  db: Db,
  id: number,
  row: Promise<{ instance_head: string | null } | undefined>,
): Promise<ReadChangelog | undefined> {
  const known = ctx.knownChangelogs.find(id)
  const [events, found] = await Promise.all([listEventsFrom(db, id, known?.newest.position ?? 0), row])
  if (!found || (known && known.instanceHead !== found.instance_head)) return undefined
  return joinLines(ctx, { id, instance_head: found.instance_head }, known, events)
}

/** Undefined if the chain is another one than that of the known lines, as after a restored database. */
function joinLines(
  { config, knownChangelogs }: ChangelogSource['ctx'],
  { id, instance_head: instanceHead }: { id: number; instance_head: string | null },
  known: Known | undefined,
  read: Awaited<ReturnType<typeof listEventsFrom>>,
): ReadChangelog | undefined {
  let events = read
  let older: readonly string[] = []
  if (known) {
    const at = events.findIndex(({ position }) => position === known.newest.position)
    if (events[at]?.hash === known.newest.hash) {
      events = events.slice(0, at)
      older = known.lines
    } else if (events.length < MOST_LINES) return undefined
  }
  const newer = events.flatMap((event) => linesOf(event, config.TIMEZONE)).map((line) => JSON.stringify(line))
  const lines = newer.length === 0 ? older : [...newer, ...older].slice(0, MOST_LINES)
  const text = `[${lines.join()}]`
  const [newest] = events
  return {
    text,
    keep() {
      if (newest) knownChangelogs.keep(id, { newest, instanceHead, lines }, text.length)
    },
  }
}
