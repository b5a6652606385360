import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { change } from '../src/change.ts'
import { readConfig } from '../src/config.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { startSession } from '../src/features/sessions/sessions.start.ts'
import { createUser } from '../src/features/users/users.service.ts'
import { SESSION_COOKIE } from '../src/http/auth/cookies.ts'
import { openContext } from '../src/start.ts'
import { startService } from './processes.ts'
import { seedExperiments } from './seed.ts'

/** A running service with its interface and a signed-in person. */
export interface WebNotebook {
  address: string
  cookie: { name: string; value: string; url: string }
  /** Creates an experiment and returns its id. */
  addExperiment(fields: { title: string; body: string }): Promise<number>
  /** The content of an experiment's only file. */
  readFile(experiment: number): Promise<AsyncIterable<Uint8Array>>
  /** The memory of the service, in MB. */
  memory(): number
  stop(): Promise<void>
}

/** A notebook with that many experiments. `builtWeb` is the interface that several notebooks share. */
export async function openNotebook(folder: string, builtWeb: string, experiments: number): Promise<WebNotebook> {
  const env = { DATA_DIR: join(folder, `notebook-${experiments}`), LOG_LEVEL: 'info', WEB: 'on' }
  mkdirSync(join(env.DATA_DIR, 'cache'), { recursive: true, mode: 0o700 })
  symlinkSync(builtWeb, join(env.DATA_DIR, 'cache/web'))
  const { key, token } = await addPerson(env)
  const service = await startService(env, join(folder, `notebook-${experiments}.log`))
  const address = `http://127.0.0.1:${service.port}`
  try {
    console.log(`Seeding ${experiments} experiments …`)
    await seedExperiments(service.port, key, experiments)
  } catch (error) {
    await service.stop()
    throw error
  }
  return {
    address,
    cookie: { name: SESSION_COOKIE, value: token, url: address },
    async addExperiment(fields) {
      const answer = await fetch(`${address}/api/v2/experiments`, {
        method: 'POST',
        headers: { authorization: key, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`)
      return Number(answer.headers.get('location')?.split('/').pop())
    },
    async readFile(experiment) {
      const files = `${address}/api/v2/experiments/${experiment}/uploads`
      const [file] = (await (await fetch(files, { headers: { authorization: key } })).json()) as { id: number }[]
      const { body } = await fetch(`${files}/${file?.id}?format=binary`, { headers: { authorization: key } })
      if (!body) throw new Error('There is no file')
      return body
    },
    memory: service.memoryMb,
    stop: service.stop,
  }
}

async function addPerson(env: Record<string, string>): Promise<{ key: string; token: string }> {
  const ctx = await openContext(readConfig({ ...process.env, ...env }), pino({ level: 'silent' }))
  try {
    const author = { userid: null, via: 'cli', address: '' }
    const { userid } = await createUser(ctx, author, {
      email: 'bench@example.org',
      firstname: 'Ada',
      lastname: 'Moreau',
      team: 1,
    })
    const { key } = await createApikey(ctx, author, { name: 'bench', canWrite: true, userid, team: 1 })
    const client = { address: '127.0.0.1', userAgent: 'bench', isSecure: false, sessions: [], device: undefined }
    const { token } = await change(ctx, author, (work) => startSession(ctx, work, { userid, team: 1, client }))
    return { key, token }
  } finally {
    await ctx.db.close()
  }
}
