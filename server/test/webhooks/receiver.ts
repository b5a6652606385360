import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedChange } from '@aliquot/contract/changes'
import { onTestFinished } from 'vitest'

/** A message as a receiver gets it. */
export interface Got {
  headers: IncomingHttpHeaders
  raw: string
  body: { type: string; timestamp: string; data: FeedChange }
}

/** A status, or what answers by itself. */
type Answer = number | ((response: ServerResponse) => void)

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly got: Got[] = []
  /** How the next messages are answered. */
  answer: (got: Got) => Answer = () => 204
  url = ''

  /** The kinds of what came. */
  get kinds(): string[] {
    return this.got.map(({ body }) => body.type)
  }
}

export async function startReceiver(): Promise<Receiver> {
  const receiver = new Receiver()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const got = { headers: request.headers, raw, body: JSON.parse(raw) as Got['body'] }
      receiver.got.push(got)
      const answer = receiver.answer(got)
      if (typeof answer === 'number') response.writeHead(answer).end()
      else answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return receiver
}
