import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { START_ARGUMENTS } from '../server/test/start-command.ts'

export const PASSWORD = 'a fairly long sentence'
const TEAM = 'Protein lab'

export interface Person {
  firstname: string
  lastname: string
  email: string
}

export const ADA: Person = { firstname: 'Ada', lastname: 'Moreau', email: 'ada@example.org' }

/** The real service on SQLite in a folder of its own, as `npm start` runs it. */
export class Notebook {
  readonly folder: string
  /** Where it is reached; the same after a restart. */
  address = ''
  /** The link it prints as long as nobody has an account. */
  setupLink = ''
  #child: ChildProcess | undefined
  #isSetUp: boolean

  /**
   * `cache`: a folder with the built interface and the compiled service that several notebooks share. `original`: the
   * folder of one that is stopped and set up, to begin with a copy of it.
   */
  constructor(cache: string, original?: string) {
    this.folder = mkdtempSync(join(tmpdir(), 'aliquot-e2e-'))
    this.#isSetUp = original !== undefined
    if (original) cpSync(original, this.folder, { recursive: true, filter: (path) => path !== join(original, 'cache') })
    symlinkSync(cache, join(this.folder, 'cache'))
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, START_ARGUMENTS, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: this.folder,
        PORT: this.address === '' ? '0' : new URL(this.address).port,
        LOG_LEVEL: 'error',
        CHECK_REPLIES: 'on',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const printsLink = this.address === '' && !this.#isSetUp
    for (;;) {
      const address = /ready at (\S+)\n/.exec(output)?.[1]
      const link = /^ {2}(http\S+token=\S+)$/m.exec(output)?.[1]
      if (address && (link || !printsLink)) {
        this.address = address
        this.setupLink = link ?? this.setupLink
        return
      }
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${output}`)
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    }
  }

  /** Ends at once, as when the machine dies. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Ends as it does when it is asked to. */
  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A session cookie: the first one makes the account. */
  async setUp(person: Person = ADA, team = TEAM): Promise<string> {
    const token = new URL(this.setupLink).searchParams.get('token')
    return cookieOf(await this.#post('/setup', { token, ...person, password: PASSWORD, team_name: team }))
  }

  async signIn(person: Person = ADA): Promise<string> {
    return cookieOf(await this.#post('/session', { email: person.email, password: PASSWORD }))
  }

  /** A second person, by the link that an admin gives them; the answer is their session. */
  async join(admin: string, person: Person): Promise<string> {
    const { id } = await this.call(admin, 'POST', '/users', person)
    const { location } = await this.call(admin, 'POST', `/users/${id}/password_link`, {})
    const token = new URL(location).searchParams.get('token')
    return cookieOf(await this.#post('/password', { token, password: PASSWORD }))
  }

  /** Gives a browser a session: a cookie as `signIn` answers it. */
  async enter(context: BrowserContext, session: string): Promise<void> {
    const [name = '', value = ''] = session.split('=')
    await context.addCookies([{ name, value, url: this.address, httpOnly: true, sameSite: 'Lax' }])
  }

  /** A call below /api/v2 with a cookie or an API key. */
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

  /** A file of this content on an experiment; with `replaces` in the place of another one. */
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
  /** Where what was made is. */
  location: string
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (!cookie) throw new Error(`No session: the service answered ${response.status}`)
  return cookie
}
