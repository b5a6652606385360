import type { ServerResponse } from 'node:http'
import type { Random } from '../../drills/random.ts'
import type { LabAnswer } from './lab.ts'

/** What happens instead of the answer that the program would give. */
export type Fault = (response: ServerResponse, answer: LabAnswer) => void

const WEB_PAGE = '<!DOCTYPE html><html><head><title>Oops</title></head><body><h1>Oops</h1></body></html>'
const HTML = { 'content-type': 'text/html; charset=UTF-8' }

/** A proxy that wants fewer requests, with or without saying when. */
export function tooMany(retryAfter?: string): Fault {
  return (response) => {
    response.writeHead(429, { ...HTML, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }).end(WEB_PAGE)
  }
}

/** A web page with this status: of a proxy, of an upgrade that waits, or of a login. */
export function webPage(status: number): Fault {
  return (response) => void response.writeHead(status, HTML).end(WEB_PAGE)
}

/** A crash of the program: no body at all. */
export const crashed: Fault = (response) => void response.writeHead(500).end()

export const dropped: Fault = (response) => void response.destroy()

/** The connection breaks after half of the answer. */
export const cutOff: Fault = (response, { status, type, body }) => {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length })
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** Half of the answer, and then nothing more. */
export const stalled: Fault = (response, { status, type, body }) => {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length })
  response.write(body.subarray(0, body.length / 2))
}

/** The body ends early, as if that were all: no length is announced, and the connection is closed in order. */
export const shortened: Fault = (response, { status, type, body }) => {
  response.writeHead(status, { 'content-type': type }).end(body.subarray(0, body.length - 1))
}

export function slow(ms: number): Fault {
  return (response, answer) => void setTimeout(() => send(response, answer), ms).unref()
}

/** Accepts the request and never answers. */
export const silent: Fault = () => {}

/** A body that goes on for as long as somebody listens. */
export function endless(start = '[', piece = ' '.repeat(65_536)): Fault {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(start)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  }
}

/** A true JSON value of this many bytes. */
export function huge(bytes: number): Fault {
  const piece = `"${'x'.repeat(65_533)}",`
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let left = bytes
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length
        if (!response.write(piece)) return
      }
      if (!response.destroyed) response.end('""]')
    }
    response.write('[')
    response.on('drain', more)
    more()
  }
}

export function redirect(location: string, status = 302): Fault {
  return (response) => void response.writeHead(status, { ...HTML, location }).end()
}

/** Another value than the true one. */
export function instead(value: unknown, status = 200): Fault {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** Some requests meet one of these faults. */
export function sometimes(random: Random, share: number, faults: readonly Fault[]): () => Fault | undefined {
  return () => (random.chance(share) ? random.pick(faults) : undefined)
}

export function send(response: ServerResponse, { status, type, body }: LabAnswer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache, private' }).end(body)
}
