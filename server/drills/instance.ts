import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { createUser } from '../src/features/users/users.service.ts'
import { openContext } from '../src/start.ts'
import { makeFolder } from './cleanup.ts'
import { bareEnvironment, root } from './server-process.ts'

const AUTHOR = { userid: null, via: 'cli', address: '' }

/** A temporary instance with its own data folder or database, and a few people with keys. */
export interface Instance {
  /** Settings for the server and the command line. */
  env: Record<string, string>
  folder: string
  /** One key with write access for each user. */
  keys: string[]
  readOnlyKey: string
  /** Of a sysadmin who is admin of the team. */
  adminKey: string
  remove(): void
}

export async function makeInstance(
  name: string,
  options: { users: number; databaseUrl?: string; dataDir?: string },
): Promise<Instance> {
  const { path: folder, remove } = makeFolder(name)
  const env = {
    DATA_DIR: options.dataDir ?? join(folder, 'data'),
    // Whatever receives webhooks in a drill runs on this machine.
    WEBHOOK_ALLOW: '127.0.0.0/8',
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  }
  return withContext(env, async (ctx) => {
    const keys: string[] = []
    let readOnlyKey = ''
    for (let number = 1; number <= options.users; number++) {
      const email = `drill${number}@example.org`
      const { userid } = await createUser(ctx, AUTHOR, {
        email,
        firstname: 'Drill',
        lastname: `User ${number}`,
        team: 1,
      })
      const make = (canWrite: boolean) => createApikey(ctx, AUTHOR, { name: 'drill', canWrite, userid, team: 1 })
      keys.push((await make(true)).key)
      if (number === 1) readOnlyKey = (await make(false)).key
    }
    return { env, folder, keys, readOnlyKey, adminKey: await addPerson(ctx, { isAdmin: true }), remove }
  })
}

/** A new person with a key: plain, or sysadmin and admin of the team. */
export function makePerson({ env }: Instance, options: PersonOptions = {}): Promise<string> {
  return withContext(env, (ctx) => addPerson(ctx, options))
}

interface PersonOptions {
  isAdmin?: boolean
  canWrite?: boolean
}

async function addPerson(ctx: Context, { isAdmin = false, canWrite = true }: PersonOptions): Promise<string> {
  const person = { email: `${randomUUID()}@example.org`, firstname: 'Drill', lastname: 'Person', team: 1 }
  const { userid } = await createUser(ctx, AUTHOR, { ...person, isAdmin, isSysadmin: isAdmin })
  return (await createApikey(ctx, AUTHOR, { name: 'drill', canWrite, userid, team: 1 })).key
}

/** Opens the instance in this process, to read its tables. */
export async function withContext<T>(env: Record<string, string>, work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await openContext(readConfig(env), pino({ level: 'silent' }))
  try {
    return await work(ctx)
  } finally {
    await ctx.db.close()
  }
}

/** Runs `aliquot verify` on an instance. */
export async function runVerify(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const cli = join(root, 'server/src/cli/aliquot.ts')
  const options = { cwd: root, env: { ...bareEnvironment(), ...env }, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, 'verify', '--json'], options)
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: typeof code === 'number' ? code : -1, output: stdout + stderr || String(error) }
  }
}

/** The SQLite file of an instance, after a checkpoint of its log. */
export function findDatabase({ env }: Instance): string {
  const folder = env.DATA_DIR ?? ''
  const name = readdirSync(folder).find((file) => file.endsWith('.db'))
  if (!name) throw new Error(`No database file in ${folder}`)
  const file = join(folder, name)
  const db = new DatabaseSync(file)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
  return file
}
