import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { makeInstance } from '../../drills/instance.ts'
import { startServer } from '../../drills/server-process.ts'
import { row } from '../files.ts'
import { seedExperiments } from '../seed.ts'

/** What pages take of the processor and of memory, in the service and in the process that sets them. Linux only. */
export async function benchPaper({ entries }: { entries: number }): Promise<void> {
  const instance = await makeInstance('bench-paper', { users: 1 })
  const [key = ''] = instance.keys
  try {
    const server = await startServer(instance.env)
    await seedExperiments(server.port, key, entries)
    const download = (query: string) => downloadBytes(server.port, key, `/api/v2/experiments?format=pdf${query}`)
    const results: Record<string, object> = {}
    // The first one starts the process and compiles the engine.
    const cold = await measured(server.pid, () => download('&limit=1'))
    results['the first entry: processor ms'] = row(cold.cpuMs, '')
    await download('&limit=20')
    const one = await measured(server.pid, () => download('&limit=1'))
    results['one entry: processor ms'] = row(one.cpuMs, '≤ 500')
    const some = await measured(server.pid, () => download(`&limit=${Math.ceil(entries / 5)}`))
    const all = await measured(server.pid, () => download(''))
    results[`${entries} entries: processor ms of each`] = row(all.cpuMs / entries, '≤ 500')
    results[`${entries} entries: MB`] = row(all.bytes / 1e6, '')
    results['memory of the service after a fifth and after all, MB'] = row(some.memory, `then ${all.memory}`)
    results['memory of the process for pages after a fifth and after all, MB'] = row(some.aside, `then ${all.aside}`)
    console.table(results)
    await server.end('SIGTERM')
  } finally {
    instance.remove()
  }
}

async function measured(pid: number, work: () => Promise<number>) {
  const before = ticksOf(pid)
  const bytes = await work()
  const cpuMs = ((ticksOf(pid) - before) * 1000) / TICKS_A_SECOND
  const aside = childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0)
  return { bytes, cpuMs, memory: residentMb(pid), aside }
}

const TICKS_A_SECOND = 100

/** Of the process, its children and those that have ended. */
function ticksOf(pid: number): number {
  const own = (one: number, fields: readonly number[]) => {
    const stat = statOf(one)
    return fields.reduce((sum, field) => sum + Number(stat[field - 3] ?? 0), 0)
  }
  return own(pid, [14, 15, 16, 17]) + childrenOf(pid).reduce((sum, child) => sum + own(child, [14, 15]), 0)
}

/** The fields of /proc/…/stat from the third on: the name before them may have blanks. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((one) => Number(statOf(one)[1]) === pid)
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

async function downloadBytes(port: number, key: string, path: string): Promise<number> {
  const request = get({ host: '127.0.0.1', port, path, headers: { authorization: key } })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}
