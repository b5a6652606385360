import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLedger, checkStorage } from './checks.ts'
import { cleanAtExit, makeFolder } from './cleanup.ts'
import { makeClient } from './client.ts'
import { makeInstance } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import { addCounts, countsText, type Report } from './report.ts'
import { startServer } from './server-process.ts'
import { startWriters } from './writers.ts'

const DISK = '64m'
const FULL_MS = 1500
const RECOVERED_MS = 5000

/** The disk runs full under load and recovers: 503 for writes, reads go on, and no restart is needed. */
export async function diskDrill({ rounds = 5, writers: count = 16, random }: DrillOptions): Promise<Report> {
  const disk = mountSmallDisk()
  if (!disk) return { summary: 'skipped, this account may not mount a small disk', numbers: {}, problems: [] }
  const instance = await makeInstance('disk', { users: 2, dataDir: join(disk.path, 'data') })
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const [key = ''] = instance.keys
  const problems: string[] = []
  const answers = new Map<number, number>()
  const reads = new Map<number, number>()
  const ballast = join(disk.path, 'ballast')
  let missing = 0
  let slowestRecovery = 0
  try {
    const server = await startServer(instance.env)
    const client = makeClient(() => server.port, key)
    for (let round = 1; round <= rounds && problems.length === 0; round++) {
      const writers = startWriters({
        count,
        port: () => server.port,
        keys: instance.keys,
        ledger,
        random,
        allowed: [503, 507],
      })
      const refusals = () => (writers.answers.get(503) ?? 0) + (writers.answers.get(507) ?? 0)
      const successes = () => (writers.answers.get(200) ?? 0) + (writers.answers.get(201) ?? 0)
      await sleep(random.int(100, 600))
      fill(disk.path, ballast)
      const full = performance.now()
      while (performance.now() - full < FULL_MS && server.isRunning()) {
        const { status } = await client.call('GET', 'experiments?limit=5')
        reads.set(status, (reads.get(status) ?? 0) + 1)
        if (status !== 200) problems.push(`a read answered ${status} on a full disk`)
        await sleep(20)
      }
      if (refusals() === 0) problems.push('no write met the full disk: nothing was tried')
      rmSync(ballast)
      const free = performance.now()
      const before = successes()
      while (successes() === before && performance.now() - free < 2 * RECOVERED_MS) await sleep(10)
      slowestRecovery = Math.max(slowestRecovery, performance.now() - free)
      if (slowestRecovery > RECOVERED_MS)
        problems.push(`the first write succeeded ${Math.round(slowestRecovery)} ms after`)
      await sleep(300)
      writers.halt()
      await writers.done
      if (!server.isRunning()) throw new Error(`The server ended\n${server.output()}`)
      addCounts(answers, writers.answers)
      problems.push(...writers.problems)
      const found = await checkLedger(ledger, server.port, key, { all: true })
      missing += found.length
      problems.push(...found)
    }
    client.close()
    const { code } = await server.end('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code} on SIGTERM`)
    problems.push(...(await checkStorage(instance, ledger)))
    return {
      summary: `acknowledged ${ledger.acknowledged} writes while the disk ran full ${rounds} times, ${missing} missing`,
      numbers: {
        'times the disk was full': rounds,
        writers: count,
        'acknowledged writes': ledger.acknowledged,
        'answers to writes by status': countsText(answers),
        'answers to reads meanwhile': countsText(reads),
        'slowest recovery (ms)': Math.round(slowestRecovery),
      },
      problems,
    }
  } finally {
    await ledger.close()
    instance.remove()
    disk.remove()
  }
}

/** A disk of a few megabytes; undefined if only root could mount one. */
function mountSmallDisk(): { path: string; remove(): void } | undefined {
  const folder = makeFolder('small-disk')
  const path = join(folder.path, 'disk')
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    folder.remove()
    return undefined
  }
  // Lazily, because a server that is still ending may have open files.
  const unmount = () => execFileSync('umount', ['-l', path], { stdio: 'ignore' })
  const forget = cleanAtExit(unmount)
  return {
    path,
    remove() {
      forget()
      unmount()
      folder.remove()
    },
  }
}

function fill(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize))
  } catch (error) {
    // The writers took the rest, so the disk is full.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
