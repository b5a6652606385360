import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { get, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Instance, makeInstance } from '../../drills/instance.ts'
import { startServer } from '../../drills/server-process.ts'
import { row, watchMemory } from '../files.ts'
import { watchOwn } from '../memory.ts'
import { seedExperiments } from '../seed.ts'

/** What it takes to write all entries into an archive, and to bring it into an empty instance. */
export async function benchArchives(
  instance: Instance,
  { entries, databaseUrl }: { entries: number; databaseUrl?: string },
) {
  const file = join(instance.folder, 'all.eln')
  const results = await exportTo(file, instance, entries)
  const target = await makeInstance('bench-import', { users: 1, ...(databaseUrl && { databaseUrl }) })
  try {
    return { ...results, ...(await importFrom(file, target, entries)) }
  } finally {
    target.remove()
  }
}

async function exportTo(file: string, { env, keys: [key = ''] }: Instance, entries: number) {
  const server = await startServer(env)
  const download = async (query: string, path: string) => {
    const asked = get({
      host: '127.0.0.1',
      port: server.port,
      path: `/api/v2/experiments?format=eln${query}`,
      headers: { authorization: key },
    })
    const [response] = await once(asked, 'response')
    if (response.statusCode !== 200) throw new Error(`the export answered ${response.statusCode}`)
    await pipeline(response, createWriteStream(path))
  }
  await download('&limit=20', file)
  const own = watchOwn(server.pid)
  const { growth, seconds } = await watchMemory(server, () => download('', file))
  const ownGrowth = own.end()
  await server.end('SIGTERM')
  return {
    [`.eln of ${entries} entries: memory growth, MB`]: row(ownGrowth, '≤ 64'),
    '… with what the system maps of the database, MB': row(growth, ''),
    [`.eln of ${entries} entries: entries a second`]: row(entries / seconds, ''),
    [`.eln of ${entries} entries: MB`]: row(statSync(file).size / 1e6, ''),
  }
}

interface Told {
  state: string
  made: number
  error: { message: string } | null
}

async function importFrom(file: string, target: Instance, entries: number) {
  const server = await startServer({ ...target.env, MAX_UPLOAD_SIZE: '10G' })
  const [key = ''] = target.keys
  const address = `http://127.0.0.1:${server.port}/api/v2/imports`
  // What ordinary writes bring along: threads for texts and for the index, and the caches of the database.
  await seedExperiments(server.port, key, ORDINARY)
  const own = watchOwn(server.pid)
  const { result, growth, seconds } = await watchMemory(server, async () => {
    const id = await send(server.port, key, file)
    for (;;) {
      const reply = await fetch(`${address}/${id}`, { headers: { authorization: key } })
      const told = (await reply.json()) as Told
      if (told.state !== 'waiting' && told.state !== 'running') return told
      await sleep(1000)
    }
  })
  const ownGrowth = own.end()
  await server.end('SIGTERM')
  if (result.state !== 'done' || result.made !== entries)
    throw new Error(`the import ended with ${JSON.stringify(result)}`)
  return {
    [`import of ${entries} entries: memory growth, MB`]: row(ownGrowth, '≤ 64'),
    '…… with what the system maps of the database, MB': row(growth, ''),
    [`import of ${entries} entries: entries a second`]: row(entries / seconds, ''),
  }
}

const ORDINARY = 2000

/** Sends a form with a file as a stream, and returns the number of the import. */
async function send(port: number, key: string, file: string): Promise<number> {
  const boundary = '----bench'
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="all.eln"\r\n\r\n`
  const after = `\r\n--${boundary}--\r\n`
  const headers = {
    authorization: key,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': statSync(file).size + before.length + after.length,
  }
  const sending = request({ host: '127.0.0.1', port, path: '/api/v2/imports', method: 'POST', headers })
  const answered = once(sending, 'response')
  sending.write(before)
  await pipeline(createReadStream(file), sending, { end: false })
  sending.end(after)
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 201) throw new Error(`the import was answered with ${response.statusCode}`)
  return Number(String(response.headers.location).split('/').at(-1))
}
