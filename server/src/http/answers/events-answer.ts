import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventsAnswer, EventsClient } from '../../records/answers.ts'

/** How long a client that stopped reading is waited for. */
const PATIENCE_MS = 20_000

/** Sends the headers and leaves the answer to whoever opened it. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { open }: EventsAnswer): undefined {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // A proxy that buffers would deliver nothing for minutes.
    .header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') {
    reply.send()
    return undefined
  }
  reply.hijack()
  const { raw } = reply
  if (raw.destroyed) return undefined
  // The end of the connection ends the answer: each write is then one buffer, where a chunk would be three.
  raw.removeHeader('transfer-encoding')
  raw.writeHead(reply.statusCode, { ...(reply.getHeaders() as Record<string, string>), connection: 'close' })
  open(new ResponseClient(raw))
  raw.emit('begun')
  return undefined
}

class ResponseClient implements EventsClient {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  get isReady(): boolean {
    return !this.#response.writableNeedDrain
  }

  send(bytes: Uint8Array): void {
    if (!this.isGone) this.#response.write(bytes)
  }

  async hasRoom(): Promise<void> {
    const response = this.#response
    if (this.isGone || !response.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        response.off('drain', go).off('close', go)
        resolve()
      }
      const timer = setTimeout(() => response.destroy(), PATIENCE_MS)
      response.on('drain', go).on('close', go)
    })
  }

  end(): void {
    this.#response.end()
  }

  onGone(call: () => void): void {
    if (this.#response.destroyed) call()
    else this.#response.once('close', call)
  }
}
