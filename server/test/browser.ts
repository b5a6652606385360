import type { FastifyInstance } from 'fastify'
import { Client, type Reply } from './harness.ts'

/** A browser that keeps the session cookie of an answer. */
export function browserAfter(app: FastifyInstance, reply: Reply): Client {
  const cookie = String(reply.headers['set-cookie']).split(';', 1)[0] ?? ''
  return new Browser(app, cookie)
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
