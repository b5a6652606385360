import { once } from 'node:events'
import { get } from 'node:http'
import { makeInstance } from '../drills/instance.ts'
import { startServer } from '../drills/server-process.ts'
import { row, watchMemory } from './files.ts'
import { seedExperiments } from './seed.ts'

const FORMATS = { CSV: 'format=csv', ZIP: 'format=zip', 'ZIP with records': 'format=zip&json=1' }

/** The memory that exporting a long list takes: as a table, as an archive, and as an archive with records. */
export async function benchExport({ entries }: { entries: number }): Promise<void> {
  const instance = await makeInstance('bench-export', { users: 1 })
  const [key = ''] = instance.keys
  try {
    console.log(`Seeding ${entries} experiments …`)
    const seeding = await startServer(instance.env)
    await seedExperiments(seeding.port, key, entries)
    await seeding.end('SIGTERM')
    const results: Record<string, object> = {}
    for (const [name, query] of Object.entries(FORMATS)) {
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
    console.table(results)
  } finally {
    instance.remove()
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
