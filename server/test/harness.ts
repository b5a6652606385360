import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyInputOf, Endpoint, ReplyOf } from '@aliquot/contract/endpoint'
import { REFUSALS } from '@aliquot/contract/refusals/index'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { afterAll, onTestFinished } from 'vitest'
import type { DepositReach } from '../src/access/deposit-reach.ts'
import { buildApp, type Feature } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import type { CommitLogOptions } from '../src/db/sqlite/commit-log.ts'
import { createApikey } from '../src/features/apikeys/apikeys.service.ts'
import { createTeam } from '../src/features/teams/teams.service.ts'
import { createUser, type UserInput } from '../src/features/users/users.service.ts'
import { openContext } from '../src/start.ts'
import type { WebFiles } from '../src/web/stored-files.ts'
import { makeForm, type Part } from './forms.ts'
import { copyPostgresDatabase } from './postgres-databases.ts'
import { copySqliteDatabase } from './sqlite-databases.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

export interface TestUser {
  id: number
  email: string
  team: number
  /** A key with write access, created with the user. */
  key: string
}

/** The parts of a call: those of the endpoint, or some that it should refuse. */
interface CallParts<E> {
  params?: Record<string, string | number>
  query?: Record<string, string | number> | string
  body?: BodyInputOf<E> | unknown
  headers?: Record<string, string>
  /** Sent instead of a body. */
  form?: readonly Part[] | undefined
}

export interface Reply<T = unknown> {
  status: number
  body: T
  /** The raw body. */
  raw: Buffer
  headers: Record<string, string | undefined>
  /** The path of the Location header, if any. */
  path: string | undefined
  /** The number at the end of the Location header. */
  id: number
}

export interface TestOptions {
  /** Additional endpoints of this test. */
  more?: readonly Feature[]
  log?: Logger
  /** The web interface, which most tests do not need. */
  web?: WebFiles
  /** How the disk of SQLite behaves. */
  sqlite?: CommitLogOptions
  /** A closed app whose data is copied. */
  from?: TestApp
  /** Takes over the closing of an app that several tests share: `afterAll`, or a callback that keeps `close` for it. */
  closing?: (close: () => Promise<void>) => void
}

/** The whole service on its own database, closed at the end of the test. */
export async function testApp(env: Record<string, string> = {}, options: TestOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-test-'))
  const from = options.from?.ctx.config
  const database = process.env.TEST_ENGINE === 'postgres' ? await copyPostgresDatabase(from?.DATABASE_URL) : undefined
  if (!database) await copySqliteDatabase(folder, from?.DATA_DIR)
  const files = from ? join(from.DATA_DIR, 'files') : ''
  if (existsSync(files)) await cp(files, join(folder, 'files'), { recursive: true })
  const config = readConfig({
    DATA_DIR: folder,
    CHECK_REPLIES: 'on',
    DATABASE_POOL: '8',
    // A busy machine must not look like a hanging database.
    DATABASE_TIMEOUT: '120',
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  })
  const ctx = await openContext(config, options.log ?? pino({ level: 'silent' }), options.sqlite)
  const app = buildApp(ctx, options.more, options.web)
  const closing = options.closing ?? onTestFinished
  closing(async () => {
    await app.close()
    await ctx.db.close()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return new TestApp(ctx, app, options.from)
}

/** One app for all tests of a file that use their own entries and people, or only read. */
export function sharedApp(): () => Promise<TestApp> {
  let app: Promise<TestApp> | undefined
  let close = async () => {}
  afterAll(() => close())
  return () => {
    app ??= testApp(
      {},
      {
        closing: (closing) => {
          close = closing
        },
      },
    )
    return app
  }
}

/** An app that others copy, and what was created in it. It is removed with the folder of the run. */
export interface Prepared<T> {
  from: TestApp
  made: T
}

/** For data that is slow to create and used by many tests. */
export async function prepare<T>(make: (test: TestApp) => Promise<T>): Promise<Prepared<T>> {
  const from = await testApp({}, { closing: () => {} })
  const made = await make(from)
  await from.app.close()
  await from.ctx.db.close()
  return { from, made }
}

export class TestApp {
  readonly ctx: Context
  readonly app: FastifyInstance
  #users: number

  constructor(ctx: Context, app: FastifyInstance, from?: TestApp) {
    this.ctx = ctx
    this.app = app
    this.#users = from ? from.#users : 0
  }

  /** Creates the data of a test. */
  readonly given = {
    team: async (name = 'Another team'): Promise<number> => (await createTeam(this.ctx, AUTHOR, { name })).id,

    user: async (input: Partial<UserInput> = {}): Promise<TestUser> => {
      const number = ++this.#users
      const email = input.email ?? `user${number}@example.org`
      const team = input.team ?? 1
      const person = { firstname: 'User', lastname: `Number${number}`, ...input, email, team }
      const { userid } = await createUser(this.ctx, AUTHOR, person)
      return { id: userid, email, team, key: await this.given.key({ id: userid, team }) }
    },

    key: async (user: { id: number; team: number }, canWrite = true): Promise<string> =>
      (await createApikey(this.ctx, AUTHOR, { name: 'test', canWrite, userid: user.id, team: user.team })).key,
    depositKey: async (user: { id: number; team: number }, reach: Partial<DepositReach>): Promise<string> => {
      const deposit = { templates: [], entries: [], ...reach }
      const input = { name: 'instrument', canWrite: false, deposit, userid: user.id, team: user.team }
      return (await createApikey(this.ctx, AUTHOR, input)).key
    },

    experiment: async (owner: TestUser, body: Record<string, unknown> = {}): Promise<number> => {
      const { id, status } = await this.as(owner).post('experiments', {})
      if (status !== 201) throw new Error(`POST experiments answered ${status}`)
      if (Object.keys(body).length > 0) {
        const patched = await this.as(owner).patch(`experiments/${id}`, body)
        if (patched.status !== 200) throw new Error(`PATCH experiments answered ${JSON.stringify(patched.body)}`)
      }
      return id
    },
  }

  /** A client with this user's key, with another key, or (undefined) without credentials. */
  readonly as = (user: TestUser | string | undefined): Client =>
    new Client(this.app, typeof user === 'string' ? user : user?.key)
}

/** The client of a test. Paths are relative to `/api/v2`. */
export class Client {
  readonly #app: FastifyInstance
  readonly #key: string | undefined

  constructor(app: FastifyInstance, key: string | undefined) {
    this.#app = app
    this.#key = key
  }

  call<E extends Endpoint>(endpoint: E, parts: CallParts<E> = {}): Promise<Reply<ReplyOf<E>>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => String(parts.params?.[name] ?? ''))
    const query = new URLSearchParams(parts.query as Record<string, string>).toString()
    const url = query ? `${path}?${query}` : path
    if (endpoint.content?.includes('text/event-stream')) return this.begin(url) as Promise<Reply<ReplyOf<E>>>
    const sent = parts.form && parts.body === undefined ? makeForm(parts.form) : undefined
    const headers = sent ? { 'content-type': sent.type, ...parts.headers } : parts.headers
    return this.send(endpoint.method, url, sent?.body ?? parts.body, headers) as Promise<Reply<ReplyOf<E>>>
  }

  get<T = unknown>(path: string, headers: Record<string, string> = {}): Promise<Reply<T>> {
    return this.send('GET', path, undefined, headers)
  }
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, body, headers)
  }
  patch<T = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> {
    return this.send('PATCH', path, body, headers)
  }
  /** Sends a form; a part with a file name is a file. */
  postForm(path: string, parts: readonly Part[], headers: Record<string, string> = {}): Promise<Reply> {
    const { type, body } = makeForm(parts)
    return this.send('POST', path, body, { 'content-type': type, ...headers })
  }
  delete(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('DELETE', path, body, headers)
  }

  /** Reads the status and headers of an answer that does not end. */
  async begin(path: string): Promise<Reply> {
    const headers = { ...(this.#key !== undefined && { authorization: this.#key }) }
    const response = await this.#app.inject({ url: `/api/v2${path}`, headers, payloadAsStream: true })
    response.stream().destroy()
    const { statusCode: status } = response
    return { status, body: '', raw: Buffer.of(), headers: response.headers as Reply['headers'], path: undefined, id: 0 }
  }

  /** `body`: an object is sent as JSON, a string or bytes unchanged. */
  async send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> {
    const url = /^\/api(\/|$)/.test(path) || path === '/' ? path : `/api/v2/${path.replace(/^\//, '')}`
    const withBody = body !== undefined || method === 'POST' || method === 'PATCH'
    const response = await this.#app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(this.#key !== undefined && { authorization: this.#key }),
        ...(withBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    if (response.statusCode >= 400 && method !== 'HEAD') requireReason(response)
    const location = response.headers.location as string | undefined
    return {
      status: response.statusCode,
      body: (isJson(response.headers['content-type']) && response.payload !== ''
        ? response.json()
        : response.payload) as T,
      raw: response.rawPayload,
      headers: response.headers as Record<string, string | undefined>,
      path: location === undefined ? undefined : new URL(location, 'http://localhost').pathname,
      id: Number(location?.split('/').pop()),
    }
  }
}

/** Every refusal in any test must have a code of the catalogue. */
function requireReason({ statusCode, payload }: { statusCode: number; payload: string }): void {
  const { reason } = JSON.parse(payload) as { reason?: string }
  if (reason === undefined || !Object.hasOwn(REFUSALS, reason)) {
    throw new Error(`refused with ${statusCode} and no reason of the catalogue: ${payload}`)
  }
}

function isJson(type: unknown): boolean {
  return String(type).startsWith('application/json')
}
