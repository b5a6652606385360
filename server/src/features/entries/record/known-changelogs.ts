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
  { id, instance_head: instanceHead }: { id: number; instance_head: string | null },
): Promise<string> {
  const last = ctx.knownChangelogs.find(id)
  const known = last?.instanceHead === instanceHead ? last : undefined
  let events = await listEventsFrom(db, id, known?.newest.position ?? 0)
  let older: readonly string[] = []
  if (known) {
    const at = events.findIndex(({ position }) => position === known.newest.position)
    if (events[at]?.hash === known.newest.hash) {
      events = events.slice(0, at)
      older = known.lines
    } else if (events.length < MOST_LINES) {
      // The chain is another one than before, as after a restored database.
      events = await listEventsFrom(db, id, 0)
    }
  }
  const newer = events.flatMap((event) => linesOf(event, ctx.config.TIMEZONE)).map((line) => JSON.stringify(line))
  const lines = newer.length === 0 ? older : [...newer, ...older].slice(0, MOST_LINES)
  const text = `[${lines.join()}]`
  const [newest] = events
  if (newest && !isChanging) ctx.knownChangelogs.keep(id, { newest, instanceHead, lines }, text.length)
  return text
}
