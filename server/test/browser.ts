import { session } from '@aliquot/contract/session'
import type { FastifyInstance } from 'fastify'
import { change } from '../src/change.ts'
import { addMembership } from '../src/features/users/users.memberships.ts'
import { hashPassword } from '../src/lib/password.ts'
import { Client, type Reply, type TestApp, type TestUser } from './harness.ts'

/** A password that the rules accept. */
export const PASSWORD = 'a fairly long sentence'

/** Hashing takes long: once for all users of a test file. */
let hash: Promise<string> | undefined

/** A user who can sign in with PASSWORD, as a member of further teams too. */
export async function givenPerson(test: TestApp, input: { email?: string; teams?: number[] } = {}): Promise<TestUser> {
  hash ??= hashPassword(PASSWORD)
  const { teams = [], ...user } = input
  const person = await test.given.user({ ...user, passwordHash: await hash })
  const author = { userid: null, via: 'test', address: '' }
  for (const team of teams) await change(test.ctx, author, (work) => addMembership(work, person.id, team, false))
  return person
}

/** Signs in and returns the browser that keeps the cookie. */
export async function signIn(test: TestApp, user: { email: string }, team?: number): Promise<Client> {
  const reply = await test.as(undefined).call(session.signIn, { body: { email: user.email, password: PASSWORD, team } })
  if (reply.status !== 201) throw new Error(`Signing in answered ${JSON.stringify(reply.body)}`)
  return browserAfter(test.app, reply)
}

/** A browser that keeps the session cookie of an answer. */
export function browserAfter(app: FastifyInstance, reply: Reply): Client {
  return new Browser(app, cookieOf(reply))
}

/** `aliquot_session=…`, without its attributes. */
export function cookieOf(reply: Reply): string {
  return String(reply.headers['set-cookie']).split(';', 1)[0] ?? ''
}

class Browser extends Client {
  readonly #cookie: string

  constructor(app: FastifyInstance, cookie: string) {
    super(app, undefined)
    this.#cookie = cookie
  }

  override send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.send<T>(method, path, body, { cookie: this.#cookie, ...headers })
  }
}
