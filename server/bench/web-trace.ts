import type { Browser, Page } from 'playwright-core'

/** The main thread's work according to the browser's trace, in milliseconds. */
export interface MainThread {
  /** The longest task, in wall and CPU time: the latter does not depend on other load. */
  longest: { wall: number; cpu: number }
  /** Tasks longer than 50 ms, by each. */
  long: { wall: number; cpu: number }
  tasks: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds: wall time and thread time. */
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { frames?: { processId?: number; url?: string; isInPrimaryMainFrame?: boolean }[] } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel']
const LONG_TASK = 50

/** Traces the page during `work`. */
export async function traceMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES })
  let trace: Buffer
  try {
    await work()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return summarise(traceEvents, page.url())
}

function summarise(events: TraceEvent[], url: string): MainThread {
  const isMain = mainThreadOf(events, url)
  const tasks = events.filter((event) => event.name === 'RunTask' && event.ph === 'X' && isMain(event))
  if (tasks.length === 0) throw new Error('The trace holds no task of the page')
  const wall = tasks.map(({ dur = 0 }) => dur / 1000)
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1000)
  return {
    longest: { wall: Math.max(...wall), cpu: Math.max(...cpu) },
    long: { wall: wall.filter((one) => one > LONG_TASK).length, cpu: cpu.filter((one) => one > LONG_TASK).length },
    tasks: tasks.length,
  }
}

function mainThreadOf(events: TraceEvent[], url: string): (event: TraceEvent) => boolean {
  const frames = events.flatMap(({ args }) => args?.data?.frames ?? [])
  const pid = frames.find((frame) => frame.url === url)?.processId
  const main = events.find(
    (event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain' && event.pid === pid,
  )
  if (!main) throw new Error('The trace does not name the main thread of the page')
  return ({ pid, tid }) => pid === main.pid && tid === main.tid
}
