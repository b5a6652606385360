import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { makeInstance } from '../../drills/instance.ts'
import { startServer } from '../../drills/server-process.ts'
import { startPostgres } from '../../test/postgres.ts'
import { row, watchMemory } from '../files.ts'
import { databaseOn, runStatement } from '../pgbench.ts'
import { seedExperiments } from '../seed.ts'
import { benchArchives } from './archives.ts'

const FORMATS = {
  CSV: 'format=csv',
  ZIP: 'format=zip',
  'ZIP with records': 'format=zip&json=1',
}

interface Options {
  entries: number
  engine: 'sqlite' | 'postgres'
  /** Only formats whose names contain this. */
  only: string | undefined
}

/**
 * The memory that exporting a long list takes, in each format, and importing it. The entries have 2 GB of files in all.
 */
export async function benchExport({ entries, engine, only = '' }: Options): Promise<void> {
  const own = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const databaseUrl = own && (await createDatabase(own.url, 'exported'))
  const instance = await makeInstance('bench-export', { users: 1, ...(databaseUrl && { databaseUrl }) })
  const [key = ''] = instance.keys
  try {
    console.log(`Seeding ${entries} experiments …`)
    const seeding = await startServer(instance.env)
    await seedExperiments(seeding.port, key, entries)
    await seedFiles(seeding.port, key)
    await seeding.end('SIGTERM')
    const results: Record<string, object> = {}
    for (const [name, query] of Object.entries(FORMATS).filter(([name]) => name.includes(only))) {
      // A fresh server for each, because the memory of an earlier one would hide the growth.
      const server = await startServer(instance.env)
      const download = (more = '') => downloadBytes(server.port, key, `/api/v2/experiments?${query}${more}`)
      await download('&limit=20')
      const { result, growth, seconds } = await watchMemory(server, () => download())
      await server.end('SIGTERM')
      if (result.entries !== entries) throw new Error(`${name} has ${result.entries} entries of ${entries}`)
      results[`${entries} entries as ${name}: memory growth, MB`] = row(growth, '≤ 64')
      results[`${entries} entries as ${name}: entries a second`] = row(entries / seconds, '')
      results[`${entries} entries as ${name}: MB`] = row(result.bytes / 1e6, '')
    }
    if ('ELN'.includes(only)) {
      const second = own && (await createDatabase(own.url, 'imported'))
      Object.assign(results, await benchArchives(instance, { entries, ...(second && { databaseUrl: second }) }))
    }
    console.table(results)
  } finally {
    instance.remove()
    await own?.remove()
  }
}

async function createDatabase(server: string, name: string): Promise<string> {
  await runStatement(server, `create database ${name}`)
  return databaseOn(server, name)
}

const FILES = 20
const FILE_BYTES = 100_000_000

/** The same content again and again takes its room on the disk once, and is read and sent each time. */
async function seedFiles(port: number, key: string): Promise<void> {
  const file = new Blob([randomBytes(FILE_BYTES)])
  for (let entry = 1; entry <= FILES; entry++) {
    const body = new FormData()
    body.set('file', file, 'measurement.bin')
    const address = `http://127.0.0.1:${port}/api/v2/experiments/${entry}/uploads`
    const { status } = await fetch(address, { method: 'POST', headers: { authorization: key }, body })
    if (status !== 201) throw new Error(`a file of experiment ${entry} was answered with ${status}`)
  }
}

/** Downloads everything, and fails unless it is complete. */
async function downloadBytes(port: number, key: string, path: string): Promise<{ bytes: number; entries: number }> {
  const request = get({ host: '127.0.0.1', port, path, headers: { authorization: key } })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return { bytes, entries: Number(response.headers['x-total-count']) }
}
