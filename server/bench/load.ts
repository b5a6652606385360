import { connect } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * A load generator: raw sockets, kept alive, one request at a time each. It does as little as an HTTP client can,
 * because it shares the machine with what it measures. Run as a program it reads its options as JSON:
 *
 *     echo '{"port": 4280, "connections": 16, "seconds": 3, "requests": ["GET / HTTP/1.1\r\n…"]}' | node load.ts
 */
export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Whole requests as text; the connections cycle through them. */
  requests: string[]
}

export interface LoadResult {
  requests: number
  perSecond: number
  /** Answers other than 2xx. */
  failures: number
  p50: number
  p99: number
  /** The share of one core that the generator used: near 1, it is the bottleneck. */
  clientCpu: number
}

export async function runLoad({ port, connections, seconds, requests }: LoadOptions): Promise<LoadResult> {
  const buffers = requests.map((text) => Buffer.from(text))
  const times: number[] = []
  let failures = 0
  let sent = 0
  const started = performance.now()
  const end = started + seconds * 1000
  const cpu = process.cpuUsage()
  await drive(port, connections, {
    next: () => (performance.now() < end ? buffers[sent++ % buffers.length] : undefined),
    done: (status, milliseconds) => {
      if (status < 200 || status > 299) failures++
      times.push(milliseconds)
    },
  })
  const elapsed = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return {
    requests: times.length,
    perSecond: round(times.length / elapsed),
    failures,
    p50: at(0.5),
    p99: at(0.99),
    clientCpu: round((used.user + used.system) / 1e6 / elapsed),
  }
}

interface Traffic {
  /** The next request of any connection; undefined ends it. */
  next(): Buffer | undefined
  done(status: number, milliseconds: number): void
}

/** Keeps that many connections busy until there is no next request. */
export async function drive(port: number, connections: number, traffic: Traffic): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => driveOne(port, traffic)))
}

function driveOne(port: number, traffic: Traffic): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let pending: Buffer | undefined
    const send = () => {
      const request = traffic.next()
      if (!request) {
        socket.destroy()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      const data = pending ? Buffer.concat([pending, chunk]) : chunk
      const status = wholeAnswer(data)
      pending = status === undefined ? data : undefined
      if (status === undefined) return
      traffic.done(status, performance.now() - sentAt)
      send()
    })
  })
}

const HEADER_END = Buffer.from('\r\n\r\n')

/** The status of a complete answer. All answers have a Content-Length or no body. */
function wholeAnswer(data: Buffer): number | undefined {
  const headerEnd = data.indexOf(HEADER_END)
  if (headerEnd < 0) return undefined
  const header = data.toString('latin1', 0, headerEnd).toLowerCase()
  const found = header.indexOf('content-length: ')
  const length = found < 0 ? 0 : Number.parseInt(header.slice(found + 16), 10)
  return data.length >= headerEnd + 4 + length ? Number(header.slice(9, 12)) : undefined
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

if (import.meta.main) console.log(JSON.stringify(await runLoad((await json(process.stdin)) as LoadOptions)))
