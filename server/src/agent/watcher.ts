import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { pauseMs, restAfter, steadyMs } from './backoff.ts'
import type { Client } from './client.ts'
import type { Config } from './config.ts'
import { type Depositor, depositFile } from './deposit.ts'
import { followFolders } from './follow.ts'
import type { Ledger, Sent } from './ledger.ts'
import type { Log } from './log.ts'
import { keyOf } from './paths.ts'
import { Busy, Changed, KeyRefused, Refused, Stopped, Stray, Unreachable } from './problems.ts'
import { matchRule } from './rules.ts'
import { scanFolder } from './scan.ts'
import { type Status, writeStatus } from './status.ts'
import { Targets } from './targets.ts'
import { Throttle } from './throttle.ts'
import { type Tracked, Tracker } from './tracker.ts'

export interface Watch {
  config: Config
  version: string
  client: Client
  ledger: Ledger
  log: Log
  signal: AbortSignal
}

/** How many files are sent at once; one lane is free of large files, so that these do not hold up the others. */
const LANES = 2
const LARGE_BYTES = 256_000_000
const KEY_PAUSE_MS = 60_000
const MOST_LISTED = 50
const STATUS_EVERY_MS = 60_000
/** `--once` gives up on a service, or a file, that failed this often in a row. */
const MOST_TRIES_ONCE = 4
/** It waits for a file that goes on changing for so many times as long as it takes to count as complete. */
const PATIENCE = 30
const LEAST_PATIENCE_MS = 5000

/** Watches the folders and brings their files into the notebook. */
export class Watcher {
  readonly #watch: Watch
  readonly #tracker: Tracker
  readonly #depositor: Depositor
  readonly #sending = new Map<string, { file: string; sent: number; size: number }>()
  readonly #running = new Set<Promise<void>>()
  readonly #told = new Set<string>()
  /** Everything waits until then, in steady time. */
  #pausedUntil = 0
  #failures = 0
  #problem = ''
  #sent = 0
  #lastContact = ''
  #reportedAt = Number.NEGATIVE_INFINITY
  #statusAt = Number.NEGATIVE_INFINITY
  #wake = () => {}

  constructor(watch: Watch) {
    this.#watch = watch
    const { client, ledger, signal, config } = watch
    this.#tracker = new Tracker(ledger)
    const targets = new Targets(client, ledger)
    this.#depositor = { client, ledger, signal, targets, throttle: new Throttle(config.bandwidth) }
  }

  /** Until it is stopped. */
  async run(): Promise<void> {
    const { config, signal } = this.#watch
    const followed = followFolders(
      config.rules.map(({ folder }) => folder),
      () => this.#wake(),
    )
    signal.addEventListener('abort', () => this.#wake())
    while (!signal.aborted) {
      const began = steadyMs()
      await this.#look()
      const lookMs = steadyMs() - began
      this.#start()
      void this.#report()
      this.#writeStatus()
      await this.#pause(this.#nextLookMs(), restAfter(lookMs, config.scanEvery * 1000))
    }
    followed.close()
    await Promise.allSettled(this.#running)
    this.#writeStatus(true)
  }

  /** Sends what is there and ends. Returns whether everything is in the notebook. */
  async runOnce(): Promise<boolean> {
    const { signal, log } = this.#watch
    let incompleteSince: number | undefined
    while (!signal.aborted) {
      await this.#look()
      // Only after a look: a file may have changed while it was sent.
      if (this.#tracker.waiting === 0 && this.#running.size === 0) break
      this.#start()
      const { complete, changing, unmarked } = this.#tracker.tally(this.#hasMarker)
      incompleteSince = complete > 0 ? undefined : (incompleteSince ?? steadyMs())
      const isPatient = changing > 0 && steadyMs() - (incompleteSince ?? 0) < this.#patienceMs
      if (incompleteSince !== undefined && !isPatient && this.#running.size === 0) {
        log.warn(
          `left ${changing + unmarked} files that are not complete: ${changing} still change, ${unmarked} have no marker`,
        )
        break
      }
      await this.#pause(Math.min(500, this.#nextLookMs()))
      if (this.#failures >= MOST_TRIES_ONCE) {
        log.warn(`gave up: ${this.#problem}`)
        break
      }
      const waiting = [...this.#tracker.all()]
      if (waiting.length > 0 && waiting.every(({ attempts }) => attempts >= MOST_TRIES_ONCE)) {
        log.warn(`gave up ${waiting.length} files, which failed ${MOST_TRIES_ONCE} times`)
        break
      }
    }
    await Promise.allSettled(this.#running)
    await this.#report({ isLast: true })
    this.#writeStatus(true)
    return this.#tracker.waiting === 0 && this.#refused().length === 0
  }

  /** How long `--once` waits for files that go on changing. */
  get #patienceMs(): number {
    const { rules } = this.#watch.config
    return Math.max(LEAST_PATIENCE_MS, ...rules.map(({ settle }) => settle * 1000 * PATIENCE))
  }

  /** Goes through all folders. */
  async #look(): Promise<void> {
    const { config, log, signal } = this.#watch
    const seen = new Set<string>()
    this.#markers.clear()
    const looked = new Set<string>()
    for (const rule of config.rules) {
      if (looked.has(rule.folder)) continue
      looked.add(rule.folder)
      const rules = config.rules.filter(({ folder }) => folder === rule.folder)
      try {
        for await (const file of scanFolder(rule.folder, (problem) => this.#tellOnce(`cannot look into ${problem}`))) {
          if (signal.aborted) return
          if (rules.some(({ marker }) => marker !== undefined && isMarker(file.relative, marker))) {
            this.#markers.add(`${rule.folder}\n${file.relative}`)
            continue
          }
          for (const one of rules) {
            const groups = matchRule(one, file.relative)
            if (!groups) continue
            seen.add(keyOf(file.path))
            this.#tracker.see(file, one, groups)
            break
          }
        }
        this.#told.delete(rule.folder)
      } catch (error) {
        if (!this.#told.has(rule.folder)) log.warn(`cannot look into ${rule.folder}: ${(error as Error).message}`)
        this.#told.add(rule.folder)
      }
    }
    this.#tracker.keepOnly(seen)
  }

  readonly #markers = new Set<string>()

  readonly #hasMarker = ({ rule, file }: Tracked): boolean => {
    if (rule.marker === undefined) return true
    const folder = file.relative.slice(0, file.relative.lastIndexOf('/') + 1)
    const name = rule.marker.startsWith('.') ? `${file.relative}${rule.marker}` : `${folder}${rule.marker}`
    return this.#markers.has(`${rule.folder}\n${name}`)
  }

  /** Starts as many as may run. */
  #start(): void {
    if (this.#watch.signal.aborted || steadyMs() < this.#pausedUntil) return
    for (const one of this.#tracker.ready(this.#hasMarker)) {
      if (this.#running.size >= LANES) return
      const hasLarge = [...this.#sending.values()].some(({ size }) => size > LARGE_BYTES)
      if (hasLarge && one.file.size > LARGE_BYTES) continue
      one.isBusy = true
      const task = this.#deposit(one).finally(() => {
        this.#running.delete(task)
        this.#start()
        this.#wake()
      })
      this.#running.add(task)
    }
  }

  async #deposit(one: Tracked): Promise<void> {
    const { log } = this.#watch
    const { file, rule, groups, key } = one
    const state = { file: file.relative, sent: 0, size: file.size }
    this.#sending.set(key, state)
    one.triedAt = steadyMs()
    try {
      const progress = (bytes: number) => {
        state.sent = bytes
      }
      const { did, entry, upload } = await depositFile(this.#depositor, {
        file,
        rule,
        groups,
        isGrowing: one.isGrowing,
        progress,
      })
      this.#reached()
      this.#tracker.forget(key)
      if (did === 'sent') this.#sent++
      const words = { sent: 'sent', known: 'already there', unchanged: 'touched, but not changed' }
      log.info(`${words[did]}: ${file.relative} → ${entry.type}/${entry.id}, file ${upload}, ${file.size} bytes`)
    } catch (error) {
      this.#fail(one, error)
    } finally {
      this.#sending.delete(key)
      one.isBusy = false
    }
  }

  #fail(one: Tracked, error: unknown): void {
    const { log } = this.#watch
    const { file } = one
    if (error instanceof Stopped || this.#watch.signal.aborted) return
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Changed) {
      // It is looked at again, and settles again.
      one.file = { ...file, stamp: '' }
      log.info(`waits: ${file.relative}: ${message}`)
      return
    }
    if (error instanceof Unreachable || error instanceof KeyRefused) {
      const pause = error instanceof KeyRefused ? KEY_PAUSE_MS : pauseMs(this.#failures)
      this.#failures++
      this.#pausedUntil = steadyMs() + pause
      if (this.#problem !== message) log.warn(`${message}; trying again in ${Math.ceil(pause / 1000)} s`)
      this.#problem = message
      return
    }
    if (error instanceof Stray) this.#problem = message
    else this.#reached()
    if (error instanceof Refused) {
      this.#refuse(one, message)
      return
    }
    const pause = (error instanceof Busy && error.retryAfterMs) || pauseMs(one.attempts)
    one.attempts++
    one.notBefore = steadyMs() + pause
    log.warn(`failed: ${file.relative}: ${message}; trying again in ${Math.ceil(pause / 1000)} s`)
  }

  /** Left alone for an hour, unless it or its rule changes. */
  #refuse({ file, key, rule }: Tracked, reason: string): void {
    const { ledger, log } = this.#watch
    const record = ledger.files.get(key)
    const before: Sent | undefined =
      record?.is === 'sent' ? record : record?.is === 'refused' ? record.before : undefined
    this.#tracker.refuse(key)
    const isKnown = record?.is === 'refused' && record.stamp === file.stamp && record.reason === reason
    if (isKnown && record.rule === rule.fingerprint) {
      // Told at each start, not at each try.
      this.#tellOnce(`still refused: ${file.relative}: ${reason}`)
      return
    }
    ledger.setFile(key, {
      ...{ is: 'refused', stamp: file.stamp, rule: rule.fingerprint, reason, at: new Date().toISOString() },
      ...(before && { before }),
    } as const)
    log.warn(`refused: ${file.relative}: ${reason}`)
  }

  #reached(): void {
    if (this.#problem !== '') this.#watch.log.info('the notebook answers again')
    this.#problem = ''
    this.#failures = 0
    this.#lastContact = new Date().toISOString()
  }

  #nextLookMs(): number {
    const { config } = this.#watch
    const settles = Math.min(...config.rules.map(({ settle }) => settle * 1000))
    const isSettling = this.#tracker.waiting > this.#running.size
    return isSettling ? Math.max(50, Math.min(config.scanEvery * 1000, settles)) : config.scanEvery * 1000
  }

  /** Ends early when something happens, but not at once: events come in swarms, and a look may take long. */
  async #pause(ms: number, leastMs = 0): Promise<void> {
    const { signal } = this.#watch
    if (signal.aborted) return
    const began = steadyMs()
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const timer = new AbortController()
    await Promise.race([woken, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    const left = Math.max(began + leastMs - steadyMs(), Math.min(ms, 50))
    await sleep(left, undefined, { signal }).catch(() => {})
  }

  #tellOnce(problem: string): void {
    if (this.#told.has(problem)) return
    if (this.#told.size > 1000) this.#told.clear()
    this.#told.add(problem)
    this.#watch.log.warn(problem)
  }

  #refused(): { file: string; reason: string; at: string }[] {
    const refused = []
    for (const [file, record] of this.#watch.ledger.files) {
      if (record.is === 'refused') refused.push({ file, reason: record.reason, at: record.at })
    }
    return refused.sort((a, b) => b.at.localeCompare(a.at))
  }

  /** Tells the notebook how it goes. It does not matter if that fails: the next report comes. */
  async #report({ isLast = false } = {}): Promise<void> {
    const { config, client, version, log } = this.#watch
    const isDue = isLast || steadyMs() - this.#reportedAt >= config.reportEvery * 1000
    if (!isDue || steadyMs() < this.#pausedUntil) return
    this.#reportedAt = steadyMs()
    const refused = this.#refused()
    const [last] = refused
    const report = {
      ...{ name: config.name, host: hostname().slice(0, 255), version, interval: Math.ceil(config.reportEvery) },
      ...{ waiting: this.#tracker.waiting, errors: refused.length },
      last_error: last ? `${last.file}: ${last.reason}`.slice(0, 500).toWellFormed().replaceAll('\0', '') : '',
      ...(isLast && { has_ended: true }),
    }
    try {
      await client.post('agents', report)
      this.#reached()
    } catch (error) {
      if (error instanceof Refused) this.#tellOnce(`the notebook does not list this agent: ${error.message}`)
      else if (error instanceof KeyRefused) {
        if (this.#problem !== error.message) log.warn(error.message)
        this.#problem = error.message
      }
    }
  }

  #writeStatus(isLast = false): void {
    const { config, version } = this.#watch
    const isBusy = this.#running.size > 0 || this.#tracker.waiting > 0
    if (!isLast && !isBusy && steadyMs() - this.#statusAt < STATUS_EVERY_MS) return
    if (!isLast && steadyMs() - this.#statusAt < 1000) return
    this.#statusAt = steadyMs()
    const refused = this.#refused()
    const status: Status = {
      ...{ at: new Date().toISOString(), pid: process.pid, name: config.name, version, server: config.server.origin },
      ...{ lastContact: this.#lastContact, problem: this.#problem, waiting: this.#tracker.waiting, sent: this.#sent },
      sending: [...this.#sending.values()],
      refused: refused.slice(0, MOST_LISTED),
      refusedInAll: refused.length,
    }
    try {
      writeStatus(config.state, status)
    } catch (error) {
      this.#tellOnce(`cannot write the status: ${(error as Error).message}`)
    }
  }
}

function isMarker(relative: string, marker: string): boolean {
  if (marker.startsWith('.')) return relative.endsWith(marker)
  return relative === marker || relative.endsWith(`/${marker}`)
}
