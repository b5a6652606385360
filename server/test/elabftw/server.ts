import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Fault, send } from './faults.ts'
import type { Lab } from './lab.ts'
import { play } from './play.ts'

/** A request as the server got it. */
export interface LabRequest {
  method: string
  path: string
  /** The path with its query. */
  url: string
  key: string | undefined
  /** How often this reader asked for the same before. */
  again: number
}

interface LabServerOptions {
  /** The length of a list without `limit`. */
  pageSize?: number
  /** Speaks TLS with this certificate. */
  tls?: { key: string | Buffer; cert: string | Buffer }
  closing?: (close: () => Promise<void>) => void
}

/** A server that answers like eLabFTW 5.6.12 for a lab, and fails when told to. */
export class LabServer {
  readonly requests: LabRequest[] = []
  /** The most requests that were under way at once. */
  mostAtOnce = 0
  /** What goes wrong with a request, if anything. */
  fault: (request: LabRequest) => Fault | undefined = () => undefined
  url = ''
  lab: Lab
  #atOnce = 0
  readonly #pageSize: number

  constructor(lab: Lab, pageSize: number) {
    this.lab = lab
    this.#pageSize = pageSize
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab.invalid')
    const key = request.headers.authorization
    const url = request.url ?? '/'
    const again = this.requests.filter((earlier) => earlier.url === url && earlier.key === key).length
    const asked = { method: request.method ?? '', path: pathname, url, key, again }
    this.requests.push(asked)
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce)
    response.on('close', () => this.#atOnce--)
    const answer = play(this.lab, { path: pathname.replace(/\/+$/, ''), query: searchParams, key }, this.#pageSize)
    const fault = this.fault(asked)
    if (fault) fault(response, answer)
    else send(response, answer)
  }
}

export async function startLabServer(lab: Lab, options: LabServerOptions = {}): Promise<LabServer> {
  const lives = new LabServer(lab, options.pageSize ?? 15)
  const answer = (request: IncomingMessage, response: ServerResponse) => lives.answer(request, response)
  const server = options.tls ? createTlsServer(options.tls, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lives.url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const closing = options.closing ?? onTestFinished
  closing(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return lives
}
