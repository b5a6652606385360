import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { type Running, type Start, startAlone } from './start-alone.ts'

export const PASSWORD = 'a fairly long sentence'
const TEAM = 'Protein lab'

export interface Person {
  firstname: string
  lastname: string
  email: string
}

export const ADA: Person = { firstname: 'Ada', lastname: 'Moreau', email: 'ada@example.org' }

export interface NotebookOptions {
  /** The folder of a notebook to copy, which is stopped and has an account. */
  original?: string
  /** How to start the service; by default in its own process. */
  start?: Start
  /** Its address for people, from which links in e-mails come. It then listens on that port. */
  baseUrl?: string | undefined
}

/** The real service on SQLite in its own folder. */
export class Notebook {
  readonly folder: string
  /** Its address, which stays the same after a restart. */
  address = ''
  /** The link that it prints while there is no account. */
  setupLink = ''
  readonly #start: Start
  readonly #baseUrl: string | undefined
  #isFresh: boolean
  #service: Running | undefined

  /** `cache`: the built interface and compiled service that several notebooks share. */
  constructor(cache: string, { original, start = startAlone, baseUrl }: NotebookOptions = {}) {
    this.address = baseUrl ?? ''
    this.#baseUrl = baseUrl
    this.folder = mkdtempSync(join(tmpdir(), 'aliquot-e2e-'))
    this.#start = start
    this.#isFresh = original === undefined
    if (original) cpSync(original, this.folder, { recursive: true, filter: (path) => path !== join(original, 'cache') })
    symlinkSync(cache, join(this.folder, 'cache'))
  }

  async start(): Promise<void> {
    const port = this.address === '' ? 0 : Number(new URL(this.address).port)
    this.#service = await this.#start(this.folder, { port, isFresh: this.#isFresh, baseUrl: this.#baseUrl })
    this.#isFresh = false
    this.address = this.#service.address
    this.setupLink = this.#service.setupLink ?? this.setupLink
  }

  /** Ends at once, as in a crash. */
  async kill(): Promise<void> {
    await this.#service?.end('kill')
  }

  /** Stops gracefully. */
  async stop(): Promise<void> {
    await this.#service?.end('stop')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Creates the first account and returns a session cookie. */
  async setUp(person: Person = ADA, team = TEAM): Promise<string> {
    const token = new URL(this.setupLink).hash.slice('#token='.length)
    const session = cookieOf(await this.#post('/setup', { token, ...person, password: PASSWORD, team_name: team }))
    return this.#knowing(session)
  }

  async signIn(person: Person = ADA): Promise<string> {
    return cookieOf(await this.#post('/session', { email: person.email, password: PASSWORD }))
  }

  /** A second person by an admin's link; returns their session. */
  async join(admin: string, person: Person): Promise<string> {
    const { id } = await this.call(admin, 'POST', '/users', person)
    const { location } = await this.call(admin, 'POST', `/users/${id}/password_link`, {})
    const token = new URL(location).hash.slice('#token='.length)
    return this.#knowing(cookieOf(await this.#post('/password', { token, password: PASSWORD })))
  }

  /** The session of a person who does not need the tour any more. */
  async #knowing(session: string): Promise<string> {
    await this.call(session, 'PATCH', '/users/me', { has_seen_tour: 1 })
    return session
  }

  /** Gives a browser a session cookie from `signIn`. */
  async enter(context: BrowserContext, session: string): Promise<void> {
    const [name = '', value = ''] = session.split('=')
    await context.addCookies([{ name, value, url: this.address, httpOnly: true, sameSite: 'Lax' }])
  }

  /** A call of /api/v2 with a cookie or an API key. */
  async call<T = unknown>(credential: string, method: string, path: string, body?: unknown): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.address}/api/v2${path}`, {
      method,
      headers: {
        ...(credential.includes('=') ? { cookie: credential } : { authorization: credential }),
        ...(body !== undefined || method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    const location = response.headers.get('location') ?? ''
    return { data: (text ? JSON.parse(text) : undefined) as T, id: Number(location.split('/').pop()), location }
  }

  /** A file with this content on an experiment; `replaces` names the file it replaces. */
  async upload(
    credential: string,
    experiment: number,
    name: string,
    content: string | Buffer,
    replaces?: number,
  ): Promise<number> {
    const body = new FormData()
    body.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    const path = `/api/v2/experiments/${experiment}/uploads${replaces === undefined ? '' : `/${replaces}`}`
    const response = await fetch(this.address + path, { method: 'POST', headers: { cookie: credential }, body })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return Number(response.headers.get('location')?.split('/').pop())
  }

  /** A new experiment with these fields. */
  async experiment(credential: string, fields: Record<string, unknown> = {}): Promise<number> {
    const { id } = await this.call(credential, 'POST', '/experiments', {})
    if (Object.keys(fields).length > 0) await this.call(credential, 'PATCH', `/experiments/${id}`, fields)
    return id
  }

  #post(path: string, body: unknown): Promise<Response> {
    return fetch(`${this.address}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
}

export interface ApiAnswer<T> {
  data: T
  id: number
  /** The Location of what was created. */
  location: string
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (!cookie) throw new Error(`No session: the service answered ${response.status}`)
  return cookie
}
