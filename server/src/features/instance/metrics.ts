import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Counters } from '../../counters.ts'
import type { WriteQueue } from '../../db/database.ts'
import { VERSION } from '../../version.ts'
import { counter, gauge, head, labelled, labelText } from './metrics-text.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  route: string
  status: string
  count: number
  seconds: number
  /** Cumulative counts for the bounds of the same index. */
  within: number[]
}

export interface Metrics {
  /** Call it at the start of a request, and the returned function at its end. */
  begin(): (route: string, status: number) => void
  /** `queue` if the engine has one. `more` are further lines. */
  text(counters: Counters, queue: WriteQueue | undefined, more: readonly string[]): string
  close(): void
}

/** Counts in memory. Routes are patterns (`/experiments/:id`), so the number of series is bounded. */
export function openMetrics(): Metrics {
  const series = new Map<string, Series>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let inFlight = 0

  return {
    begin() {
      const start = process.hrtime.bigint()
      inFlight++
      return (route, status) => {
        inFlight--
        count(series, route, `${Math.floor(status / 100)}xx`, Number(process.hrtime.bigint() - start) / 1e9)
      }
    },
    text(counters, queue, more) {
      const lines = [
        ...requestLines([...series.values()]),
        ...counterLines(counters),
        ...queueLines(queue),
        ...more,
        ...processLines(inFlight, delay),
      ]
      delay.reset()
      return `${lines.join('\n')}\n`
    },
    close() {
      delay.disable()
    },
  }
}

function count(series: Map<string, Series>, route: string, status: string, seconds: number): void {
  const key = `${route} ${status}`
  let one = series.get(key)
  if (!one) {
    one = { route, status, count: 0, seconds: 0, within: BUCKETS.map(() => 0) }
    series.set(key, one)
  }
  one.count++
  one.seconds += seconds
  for (const [index, bound] of BUCKETS.entries()) {
    if (seconds <= bound) one.within[index] = (one.within[index] ?? 0) + 1
  }
}

function requestLines(all: readonly Series[]): string[] {
  const name = 'aliquot_request_duration_seconds'
  return [
    ...head(name, 'histogram', 'Time from the first byte of a request to the last of its answer'),
    ...all.flatMap(({ route, status, count, seconds, within }) => {
      const labels = `route="${labelText(route)}",status="${status}"`
      return [
        ...BUCKETS.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${within[index]}`),
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${seconds}`,
        `${name}_count{${labels}} ${count}`,
      ]
    }),
  ]
}

function counterLines({ signInFailures, troubles, mails, uploads }: Counters): string[] {
  return [
    ...labelled(
      ['aliquot_sign_in_failures_total', 'counter', 'Refused sign-ins and keys, by what was wrong'],
      'reason',
      signInFailures.entries(),
    ),
    ...labelled(
      ['aliquot_troubles_total', 'counter', 'Answers of 500 and more, by cause'],
      'cause',
      troubles.entries(),
    ),
    ...labelled(['aliquot_mails_total', 'counter', 'E-mails, by what became of them'], 'fate', mails.entries()),
    ...counter('aliquot_uploads_total', 'Files that were stored', uploads.files),
    ...counter('aliquot_upload_bytes_total', 'Bytes of these files', uploads.bytes),
  ]
}

function queueLines(queue: WriteQueue | undefined): string[] {
  if (!queue) return []
  return [
    ...gauge('aliquot_write_queue_length', 'Changes that wait for the next commit', queue.waiting),
    ...counter('aliquot_commits_total', 'Commits, each of a group of changes', queue.commits),
    ...counter('aliquot_committed_changes_total', 'Changes in these commits', queue.changes),
    ...counter('aliquot_commit_seconds_total', 'Time spent in these commits', queue.commitSeconds),
    ...counter('aliquot_lock_wait_seconds_total', 'Time spent waiting for locks of other processes', queue.lockSeconds),
  ]
}

function processLines(inFlight: number, delay: { mean: number; max: number; percentile(p: number): number }): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const lag = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  return [
    ...labelled(['aliquot_build_info', 'gauge', 'Always 1; the label tells the version'], 'version', [[VERSION, 1]]),
    ...gauge('aliquot_requests_in_flight', 'Requests being answered', inFlight),
    ...gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    ...gauge('nodejs_heap_used_bytes', 'Memory used by JavaScript objects', heapUsed),
    ...counter('process_cpu_seconds_total', 'Processor time used', (user + system) / 1e6),
    ...gauge('process_start_time_seconds', 'Start of the process', Date.now() / 1000 - process.uptime()),
    ...gauge('nodejs_eventloop_lag_p99_seconds', 'Since the last scrape', lag(delay.percentile(99))),
    ...gauge('nodejs_eventloop_lag_max_seconds', 'Since the last scrape', lag(delay.max)),
  ]
}
