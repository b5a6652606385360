import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { delayingSyncs } from '../test/delaying-syncs.ts'
import type { LoadResult } from './load.ts'
import { CREATE, CREATE_ON_ONE, type Instance, median, READ, startInstance } from './measure.ts'
import { load } from './processes.ts'

/** The duration of a sync in milliseconds: almost nothing, and as on fast, usual, slow and overloaded honest disks. */
const DELAYS = [0, 0.5, 1, 2, 5, 20, 200]
/** A memory disk, where a sync itself costs nothing; elsewhere the disk's own time is added. */
const MEMORY = '/dev/shm'

interface Options {
  rounds: number
  seconds: number
}

/**
 * Comments created by 64 connections compared with bare inserts with one commit each, with slower syncs than this
 * machine's disk may have: hosts of virtual machines often answer at once, and then shared syncs save nothing.
 */
export async function benchSync({ rounds, seconds }: Options): Promise<void> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'aliquot-sync-'))
  try {
    const table: Record<string, object> = {}
    for (const delay of DELAYS) table[`a sync takes ${delay} ms`] = await benchDelay(folder, delay, { rounds, seconds })
    console.table(table)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchDelay(folder: string, delay: number, { rounds, seconds }: Options): Promise<object> {
  const under = delay === 0 ? [] : delayingSyncs(delay)
  const place = join(folder, String(delay))
  mkdirSync(place)
  const instance = await startInstance(1000, place, { under })
  try {
    const inserts: number[] = []
    const creates: number[] = []
    const createsOnOne: number[] = []
    const reads: LoadResult[] = []
    for (let round = 0; round < rounds; round++) {
      inserts.push(insertsPerSecond(under, place, seconds))
      creates.push(await rate(instance, CREATE, seconds))
      createsOnOne.push(await rate(instance, CREATE_ON_ONE, seconds))
      reads.push(await readsBesideCreates(instance, seconds))
    }
    const bare = median(inserts)
    return {
      'bare inserts a second': Math.round(bare),
      'comments a second, 64 entries': Math.round(median(creates)),
      'times the inserts': toTenths(median(creates) / bare),
      'on one entry': toTenths(median(createsOnOne) / bare),
      'a read beside them, median, ms': toTenths(median(reads.map(({ p50 }) => p50))),
      'slowest of a hundred': toTenths(median(reads.map(({ p99 }) => p99))),
    }
  } finally {
    await instance.service.stop()
  }
}

function insertsPerSecond(under: readonly string[], place: string, seconds: number): number {
  const bare = join(import.meta.dirname, 'bare.ts')
  const [command = '', ...words] = [...under, process.execPath, bare, 'inserts', String(seconds)]
  return Number(execFileSync(command, words, { env: { ...process.env, TMPDIR: place }, encoding: 'utf8' }))
}

/** The times of a client that only reads, while 64 write. */
async function readsBesideCreates({ service, runs }: Instance, seconds: number): Promise<LoadResult> {
  const [creates, reads] = [runs[CREATE], runs[READ]]
  if (!creates || !reads) throw new Error('A scenario is missing')
  const [, result] = await Promise.all([
    load({ port: service.port, seconds, ...creates }),
    load({ port: service.port, seconds, ...reads, connections: 1 }),
  ])
  return result
}

async function rate({ service, runs }: Instance, name: string, seconds: number): Promise<number> {
  const run = runs[name]
  if (!run) throw new Error(`There is no scenario "${name}"`)
  const { perSecond, failures } = await load({ port: service.port, seconds, ...run })
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`)
  return perSecond
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10
}
