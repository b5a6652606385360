import { mayHaveFormulas } from '../lib/offline-page/formulas.ts'
import { doJob, type TextJob, type TextJobName, type TextJobs } from './jobs.ts'
import { doElsewhere } from './threads.ts'

/** Work on this much takes some ten milliseconds at worst; more would block everybody's requests. */
const MOST_UNITS = 10_000

const MOST_MARKDOWN_UNITS = 3000
/** Nested brackets take the Markdown parser ten microseconds each, ten times as long as other characters. */
const UNITS_OF_BRACKET = 10

export function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > MOST_UNITS
}

/**
 * The text work of one request. Short texts are processed at once, long ones on another thread.
 *
 * A transaction cannot wait for a thread. There, `now` throws `NotReady`, the transaction is rolled back, and runs
 * again once the result is here: see change.ts.
 */
export class Texts {
  readonly #userid: number
  readonly #done: { job: TextJob; result: unknown }[] = []

  constructor(userid: number) {
    this.#userid = userid
  }

  /** A text was so long that its work was done on another thread. */
  get wereLong(): boolean {
    return this.#done.length > 0
  }

  now<N extends TextJobName>(name: N, ...args: Parameters<TextJobs[N]>): ReturnType<TextJobs[N]> {
    const job = { name, args }
    const quick = doQuickly(job)
    if (quick !== undefined) return quick.result
    const done = this.#done.find((one) => isSame(one.job, job))
    if (!done) throw new NotReady(job)
    return done.result as ReturnType<TextJobs[N]>
  }

  async later<N extends TextJobName>(name: N, ...args: Parameters<TextJobs[N]>): Promise<ReturnType<TextJobs[N]>> {
    const job = { name, args }
    const quick = doQuickly(job)
    return quick ? quick.result : (doElsewhere(this.#userid, job) as Promise<ReturnType<TextJobs[N]>>)
  }

  async finish({ job }: NotReady): Promise<void> {
    this.#done.push({ job, result: await doElsewhere(this.#userid, job) })
  }
}

/** A long text must be processed first. */
export class NotReady extends Error {
  readonly job: TextJob

  constructor(job: TextJob) {
    super(`${job.name} of a long text inside a transaction`)
    this.job = job
  }
}

/** Comparing two texts of 4 MB takes less than a millisecond, hashing one takes 20. */
function isSame(a: TextJob, b: TextJob): boolean {
  return a.name === b.name && a.args.every((arg, index) => arg === b.args[index])
}

function doQuickly<N extends TextJobName>(job: TextJob<N>): { result: ReturnType<TextJobs[N]> } | undefined {
  if (job.args.some(isLong)) return undefined
  // KaTeX would take the main thread a tenth of a second, and 12 MB.
  if (job.name === 'selfContained' && mayHaveFormulas(String(job.args[0]))) return undefined
  if (job.name === 'renderMarkdown' && isLongMarkdown(String(job.args[0]))) return undefined
  return { result: doJob(job) }
}

function isLongMarkdown(text: string): boolean {
  if (text.length > MOST_MARKDOWN_UNITS) return true
  const brackets = text.split('[').length - 1
  return text.length + brackets * UNITS_OF_BRACKET > MOST_MARKDOWN_UNITS
}
