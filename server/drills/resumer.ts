import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { Acknowledged, Uploading } from './files.ts'
import type { Random } from './random.ts'
import { askUpload, beginUpload, cancelUpload, sendPart, type TusTarget } from './tus.ts'

const MOST_BYTES = 3_000_000

/** A file that is sent in parts, across as many restarts of the server as it takes. */
interface Job {
  name: string
  content: Buffer
  key: string
  path?: string
  /** The number of acknowledged bytes. */
  acknowledged: number
  wasCutOff: boolean
}

type Target = Pick<Uploading, 'port' | 'key' | 'entry' | 'acknowledged'>

export interface Resumer {
  readonly resumed: number
  /** Sends files until the server is gone. Returns the number of unanswered requests. */
  keepGoing(to: Uploading): Promise<number>
  /** Sends the rest of the last one, and deletes all results on the server. */
  finish(to: Target): Promise<void>
}

export function isResumedName(name: string): boolean {
  return name.startsWith('resumed-')
}

/** Sends files in parts, resumes them after a restart, and deletes the results of stored ones. */
export function makeResumer(random: Random, problems: string[]): Resumer {
  /** Stored, with its result still on the server. */
  const stored = new Set<string>()
  let job: Job | undefined
  let resumed = 0

  async function advance(to: TusTarget, entry: number, current: Job): Promise<Acknowledged> {
    const { content, name, key } = current
    const size = content.length
    current.path ??= await beginUpload(to, entry, { name, size, idempotencyKey: key })
    let { status, headers } = await askUpload(to, current.path)
    if (status !== 200) throw new Error(`${name}: HEAD answered ${status}`)
    for (;;) {
      const offset = Number(headers['upload-offset'])
      if (!(offset >= current.acknowledged && offset <= size)) {
        throw new Error(`${name}: ${current.acknowledged} bytes were acknowledged, now there are ${offset}`)
      }
      current.acknowledged = offset
      if (offset === size) break
      const end = Math.min(size, offset + random.int(1, Math.ceil(size / 2)))
      ;({ status, headers } = await sendPart(to, current.path, offset, content.subarray(offset, end)))
      if (status !== 204) throw new Error(`${name}: a part was answered with ${status}`)
    }
    const id = headers['x-upload-id']
    if (id === undefined) throw new Error(`${name}: is complete, and nobody says as which file`)
    return {
      path: `/api/v2/experiments/${entry}/uploads/${id}`,
      sha256: createHash('sha256').update(content).digest('hex'),
    }
  }

  /** False if the server is gone. */
  async function runOne(to: Target, agent: Agent): Promise<boolean> {
    const target = { host: '127.0.0.1', port: to.port, key: to.key, agent }
    job ??= makeJob(random)
    try {
      const file = await advance(target, to.entry, job)
      to.acknowledged.push(file)
      if (job.wasCutOff) resumed++
      stored.add(job.path ?? '')
      job = undefined
      for (const path of stored) {
        await cancelUpload(target, path)
        stored.delete(path)
      }
      return true
    } catch (error) {
      if (job) job.wasCutOff = true
      // Network errors have a code; everything else is a broken promise.
      if ((error as NodeJS.ErrnoException).code === undefined) problems.push(String(error))
      return false
    }
  }

  return {
    get resumed() {
      return resumed
    },
    async keepGoing(to) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let unanswered = 0
      while (!to.isOver.now) if (!(await runOne(to, agent))) unanswered++
      agent.destroy()
      return unanswered
    },
    async finish(to) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      if (!(await runOne(to, agent))) problems.push('an upload could not be finished')
      agent.destroy()
    },
  }
}

function makeJob(random: Random): Job {
  const content = randomBytes(random.int(1, MOST_BYTES))
  return { name: `resumed-${randomUUID()}`, content, key: randomUUID(), acknowledged: 0, wasCutOff: false }
}
