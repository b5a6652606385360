import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { refreshStatistics } from '../../../db/dialect.ts'
import { countPending } from './count-pending.ts'
import type { MarkTimes } from './fill-indexes.ts'
import { HealingPause } from './healing-pause.ts'
import { IndexDamage, IndexingThread } from './indexing-thread.ts'
import { acknowledge, markDoubtful, replaceDamaged } from './keep-indexed.ts'
import { isLeftUnmerged } from './merge-indexes.ts'
import { Turn } from './turn.ts'

/** Changes of an entry gather for this long: one that is saved again and again is indexed once. */
const GATHER_MS = 2000
/** Others gather for this long while many entries wait. */
const SOON_MS = 300
/** For the marks of other processes, or of one that was killed. */
const LOOK_EVERY_MS = 2000
/** Others get this many times as long as a merge took. */
const RESTS = 4
/** After so many, such as an import, the planner of the database is told. Its own look at them may come much later. */
const MANY_ENTRIES = 5000

interface IndexerOptions {
  manyEntries?: number
  /** The first pause between two healings. */
  pauseMs?: number
}

/** Keeps the search indexes up to date in the background, in one of the servers at a time, until stopped. */
export function startIndexer(
  ctx: Context,
  { manyEntries = MANY_ENTRIES, pauseMs }: IndexerOptions = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const thread = new IndexingThread(ctx.config)
  const turn = new Turn(ctx)
  let wakeTimer: NodeJS.Timeout | undefined
  let soonTimer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  /** Not known at the start. */
  let hasMerged: boolean | undefined
  let indexedSinceLook = 0
  let hasFailed = false
  /** The thread met damage in the file of the indexes. */
  let isDamaged = false
  const pause = new HealingPause(pauseMs)

  const lookAtBacklog = async () => {
    const { entries, bytes } = await countPending(ctx.db.read)
    ctx.backlog.saw(entries, bytes)
    return entries
  }

  const heal = async () => {
    const { searchFile } = ctx.db
    if (!searchFile) return
    if (searchFile.wasReplaced) {
      await thread.stop()
      searchFile.use()
      isDamaged = false
      if (await turn.take()) await markDoubtful(ctx.db, ctx.config)
    }
    if (!searchFile.isDamaged && !isDamaged) return
    // Without the turn, which another server may take to heal it.
    if (!pause.isOver || !(await turn.take())) throw new IndexDamage('search.db is damaged, and healed later')
    ctx.log.warn('search.db is damaged: the search indexes are made again')
    pause.begin()
    searchFile.healsAt = pause.endsAt
    // It may take minutes, for which no save waits.
    ctx.backlog.isStuck = true
    await thread.stop()
    await replaceDamaged(ctx.db)
    isDamaged = false
  }

  const indexAll = async () => {
    await heal()
    if ((await lookAtBacklog()) === 0) {
      if (indexedSinceLook >= manyEntries) {
        indexedSinceLook = 0
        await refreshStatistics(ctx.db.streaming)
      }
      return merge()
    }
    const times = ctx.backlog.isLarge ? undefined : gatheredUntil(Date.parse(ctx.now()))
    for (let after = 0; !signal.aborted && (await turn.take()); ) {
      const indexed = await thread.fill(after, times)
      if (indexed.entries.length > 0) {
        await acknowledge(ctx.db, indexed)
        hasMerged = false
        indexedSinceLook += indexed.entries.length
      }
      await lookAtBacklog()
      after = indexed.next
      if (after === 0) return
    }
  }

  const merge = async () => {
    // The thread takes memory, so it starts only if there is something to do.
    hasMerged ??= !(await isLeftUnmerged(ctx.db.read))
    while (!hasMerged && !isWanted && !signal.aborted && (await turn.take())) {
      const started = performance.now()
      hasMerged = !(await thread.merge())
      await sleep(RESTS * (performance.now() - started), undefined, { signal })
    }
  }

  const noteSuccess = () => {
    hasFailed = false
    ctx.backlog.isStuck = false
  }
  const noteFailure = (error: unknown) => {
    if (signal.aborted) return
    if (error instanceof IndexDamage) isDamaged = true
    // Once: it is tried again every few seconds.
    if (!hasFailed) ctx.log.warn({ err: error }, 'search indexes are behind because they cannot be written')
    hasFailed = true
    ctx.backlog.isStuck = true
  }

  const clearTimers = () => {
    clearTimeout(wakeTimer)
    clearTimeout(soonTimer)
    wakeTimer = undefined
    soonTimer = undefined
  }
  const run = () => {
    clearTimers()
    isWanted = true
    if (signal.aborted) return
    running ??= runWhileWanted().finally(() => {
      running = undefined
    })
  }
  const runWhileWanted = async () => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      await indexAll().then(noteSuccess, noteFailure)
    }
  }
  const timer = setInterval(run, LOOK_EVERY_MS).unref()
  ctx.backlog.onAdded(() => {
    wakeTimer ??= setTimeout(run, GATHER_MS).unref()
    if (ctx.backlog.isLarge) soonTimer ??= setTimeout(run, SOON_MS).unref()
  })
  run()
  return {
    async stop() {
      stopping.abort()
      ctx.backlog.onAdded(undefined)
      clearInterval(timer)
      clearTimers()
      await running
      await thread.stop()
      await turn.end()
    },
  }
}

/** The marks that are old enough. */
function gatheredUntil(now: number): MarkTimes {
  return { until: new Date(now - GATHER_MS).toISOString(), now: new Date(now).toISOString() }
}
