import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The number at the end of the Location header. */
  id: number
  ms: number
}

/** There was no complete answer, so the outcome is unknown. */
export class NoAnswer extends Error {
  readonly sentAt: number

  constructor(what: string, cause: Error, sentAt: number) {
    super(`${what}: ${cause.message}`, { cause })
    this.sentAt = sentAt
  }

  /** The connection was refused, so it was never sent. */
  isRefused(): boolean {
    return (this.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  }
}

/** A client with one keep-alive connection and one key. */
export interface Client {
  /** `path` is relative to /api/v2, or starts with a slash. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  close(): void
}

const TIMEOUT_MS = 20_000

export function makeClient(port: () => number, key: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const payload = body === undefined || body instanceof Buffer ? body : Buffer.from(JSON.stringify(body))
        const outgoing = request({
          agent,
          host: '127.0.0.1',
          port: port(),
          method,
          path: path.startsWith('/') ? path : `/api/v2/${path}`,
          headers: {
            authorization: key,
            ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
            ...headers,
          },
          timeout: TIMEOUT_MS,
        })
        const fail = (error: Error) => reject(new NoAnswer(`${method} ${path}`, error, started))
        outgoing.on('error', fail)
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () => {
            if (!incoming.complete) return fail(new Error('the answer was cut off'))
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
              id: Number(incoming.headers.location?.split('/').pop() ?? Number.NaN),
              ms: performance.now() - started,
            })
          })
        })
        outgoing.end(payload)
      }),
    close: () => agent.destroy(),
  }
}

export function isSuccess(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300
}
