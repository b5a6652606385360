import { session } from '@aliquot/contract/session'
import type { FastifyInstance } from 'fastify'
import { change } from '../src/change.ts'
import { addMembership } from '../src/features/users/users.memberships.ts'
import { hashPassword } from '../src/lib/password.ts'
import { Client, type Reply, type TestApp, type TestUser } from './harness.ts'

/** A password that the rules accept. */
export const PASSWORD = 'a fairly long sentence'

/** Hashing is slow: once for all users of a test file. */
let hash: Promise<string> | undefined

/** A user who can sign in with PASSWORD, also as a member of further teams. */
export async function givenPerson(test: TestApp, input: { email?: string; teams?: number[] } = {}): Promise<TestUser> {
  hash ??= hashPassword(PASSWORD)
  const { teams = [], ...user } = input
  const person = await test.given.user({ ...user, passwordHash: await hash })
  const author = { userid: null, via: 'test', address: '' }
  for (const team of teams) await change(test.ctx, author, (work) => addMembership(work, person.id, team, false))
  return person
}

/** Signs in and returns the browser with its cookies. */
export async function signIn(test: TestApp, user: { email: string }, team?: number): Promise<Browser> {
  const browser = newBrowser(test.app)
  const reply = await browser.call(session.signIn, { body: { email: user.email, password: PASSWORD, team } })
  if (reply.status !== 201) throw new Error(`Signing in answered ${JSON.stringify(reply.body)}`)
  return browser
}

/** An unused browser. */
export function newBrowser(app: FastifyInstance): Browser {
  return new Browser(app, undefined)
}

/** A browser with the cookies of an answer. */
export function browserAfter(app: FastifyInstance, reply: Reply): Browser {
  const browser = newBrowser(app)
  browser.keep(reply)
  return browser
}

/** `aliquot_session=…`, without its attributes. */
export function cookieOf(reply: Reply): string {
  return setCookies(reply)[0]?.split(';', 1)[0] ?? ''
}

/** Each `Set-Cookie` of an answer. */
export function setCookies({ headers }: Reply): string[] {
  const given: unknown = headers['set-cookie']
  return Array.isArray(given) ? given.map(String) : given === undefined ? [] : [String(given)]
}

/** Sends the cookies of earlier answers, and drops those that an answer clears. */
export class Browser extends Client {
  readonly #cookies = new Map<string, string>()

  keep(reply: Reply): void {
    for (const cookie of setCookies(reply)) {
      const [, name = '', value = '', seconds] = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(cookie) ?? []
      if (seconds === '0') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  get cookie(): string {
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ')
  }

  override async send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = this.cookie
    const reply = await super.send<T>(method, path, body, { ...(cookie && { cookie }), ...headers })
    this.keep(reply)
    return reply
  }
}
