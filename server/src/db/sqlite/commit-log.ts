import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Unavailable } from '../../errors.ts'
import { type Disk, DiskThread } from './disk.ts'
import type { TurnSnapshot } from './shared-read-snapshot.ts'

/** Eight times SQLite's default: hot pages are checkpointed once instead of repeatedly, for 32 MB of disk. */
const MOST_PAGES = 8000
/** Long reads keep part of the log in use; then the checkpoint is retried after this many more pages. */
const PAGES_BETWEEN_TRIES = 1000
/** To look at the size of the log takes a hundredth of the time of a change. */
const COMMITS_BETWEEN_LOOKS = 4
/** A longer commit may have written thousands of pages. */
const SHORT_COMMIT_MS = 1
/** After a slower commit, which writes the log and flushes it, the disk thread flushes. */
const SLOW_COMMIT_MS = 15
/** After this many quicker flushes in a row, the main thread flushes again. */
const QUICK_FLUSHES = 10
const SLOW_FLUSH_MS = 10
/** After a failed flush the log is repaired this often, if no change does it before. */
const REPAIR_EVERY_MS = 2000

/** For tests. */
export interface CommitLogOptions {
  /** Commits and flushes that take longer are slow. */
  slowMs?: number
  repairEveryMs?: number
  /** Wraps the disk. */
  disk?: (disk: Disk) => Disk
}

/**
 * Makes commits durable, and shows them to readers when they are. While the disk is quick, SQLite flushes each commit
 * on the main thread (`synchronous=full`): the detour over another thread would take longer. Once a flush was slow,
 * SQLite only writes the log (`synchronous=normal`) and the disk thread flushes it. Meanwhile reads go on and see the
 * state before the commit. See docs/decisions/0004-group-commit.md.
 */
export class CommitLog {
  readonly #writer: DatabaseSync
  readonly #pages: StatementSync
  readonly #snapshot: TurnSnapshot
  readonly #disk: Disk
  readonly #slowCommitMs: number
  readonly #slowFlushMs: number
  readonly #repairEveryMs: number
  #isAside = false
  /** The short commits since the last look at the size of the log. */
  #unseen = 0
  #quickFlushes = 0
  /** A flush failed: an unknown part of the log is not on the disk. */
  #isBroken = false
  #repairing: Promise<void> | undefined
  #repairTimer: NodeJS.Timeout | undefined
  #pagesAtLastTry = 0

  constructor(file: string, writer: DatabaseSync, snapshot: TurnSnapshot, options: CommitLogOptions = {}) {
    this.#writer = writer
    this.#snapshot = snapshot
    const thread = new DiskThread(file)
    this.#disk = options.disk?.(thread) ?? thread
    this.#slowCommitMs = options.slowMs ?? SLOW_COMMIT_MS
    this.#slowFlushMs = options.slowMs ?? SLOW_FLUSH_MS
    this.#repairEveryMs = options.repairEveryMs ?? REPAIR_EVERY_MS
    // Returns the size of the log, and does nothing.
    this.#pages = writer.prepare('pragma wal_checkpoint(noop)')
    // On this thread, they would hold up everybody for as long as it takes to copy 32 MB.
    writer.exec('pragma wal_autocheckpoint = 0')
    this.#flushAside(false)
  }

  /** Call it right before a commit. */
  committing(): void {
    if (this.#isAside) this.#snapshot.pin()
    else this.#snapshot.release()
  }

  /** Call it if the commit failed. */
  refused(): void {
    if (!this.#isBroken) this.#snapshot.release()
  }

  /** Call it right after a commit. Resolves when it is durable; undefined if it already is. */
  committed(tookMs: number): Promise<void> | undefined {
    this.#unseen += tookMs > SHORT_COMMIT_MS ? COMMITS_BETWEEN_LOOKS : 1
    if (this.#isAside) return this.#flush()
    if (tookMs > this.#slowCommitMs) this.#flushAside(true)
    return undefined
  }

  /** Undefined if there is nothing to repair. Call it before a transaction begins. */
  repair(): Promise<void> | undefined {
    if (!this.#isBroken) return undefined
    this.#repairing ??= this.#rewrite().finally(() => {
      this.#repairing = undefined
    })
    return this.#repairing
  }

  /**
   * What another process commits meanwhile lies behind the hole and shows what was not acknowledged. So the repair does
   * not wait for the next change.
   */
  #repairLater(): void {
    clearTimeout(this.#repairTimer)
    const repair = () => this.repair()?.catch(() => this.#repairLater())
    this.#repairTimer = setTimeout(repair, this.#repairEveryMs).unref()
  }

  /** Undefined if none is due. Call it between two transactions. A failed one loses nothing: the log keeps its pages. */
  checkpoint(): Promise<unknown> | undefined {
    // A broken log has a hole.
    if (this.#isBroken) return undefined
    if (this.#unseen < COMMITS_BETWEEN_LOOKS) return undefined
    this.#unseen = 0
    const log = this.#countPages()
    if (log < this.#pagesAtLastTry) this.#pagesAtLastTry = 0
    if (log < Math.max(MOST_PAGES, this.#pagesAtLastTry + PAGES_BETWEEN_TRIES)) return undefined
    this.#pagesAtLastTry = log
    return this.#disk.run(this.#isAside ? 'checkpoint' : 'copy').catch(() => {})
  }

  /**
   * Throws if the log could not be repaired. Then the connections must stay open until the process ends: closing the
   * last one would copy a log with a hole into the file.
   */
  async close(): Promise<void> {
    clearTimeout(this.#repairTimer)
    await this.repair()
    await this.#disk.run('close')
  }

  async #flush(): Promise<void> {
    let ms: number
    try {
      ms = await this.#disk.run('flush')
    } catch (error) {
      this.#isBroken = true
      this.#repairLater()
      throw unavailable('storage.flush_failed', error)
    }
    this.#snapshot.release()
    this.#quickFlushes = ms > this.#slowFlushMs ? 0 : this.#quickFlushes + 1
    if (this.#quickFlushes >= QUICK_FLUSHES) this.#flushAside(false)
  }

  async #rewrite(): Promise<void> {
    try {
      await this.#disk.run('rewrite')
    } catch (error) {
      throw unavailable('storage.database_full', error)
    }
    clearTimeout(this.#repairTimer)
    this.#isBroken = false
    this.#snapshot.release()
  }

  #flushAside(isAside: boolean): void {
    this.#isAside = isAside
    this.#quickFlushes = 0
    this.#writer.exec(`pragma synchronous = ${isAside ? 'normal' : 'full'}`)
  }

  /** 0 if the file cannot be asked now: a commit that is stored must not fail for that. */
  #countPages(): number {
    try {
      return (this.#pages.get() as { log: number }).log
    } catch {
      return 0
    }
  }
}

function unavailable(reason: 'storage.flush_failed' | 'storage.database_full', cause: unknown): Unavailable {
  return new Unavailable(reason, { cause, retryAfterSeconds: 10, part: 'database' })
}
