import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * Many open streams and a receiver of webhooks in a process of their own, the streams as raw sockets: they share the machine with
 * what is measured. It reads commands as lines of JSON and answers each with one:
 *
 *     {"open": {"port": 4280, "keys": ["1-…"], "timed": 100}}     opens a stream for each key
 *     {"take": true}                                            what arrived since, in milliseconds after it happened
 *     {"close": true}
 *     {"receive": true}                                         the port of the receiver
 */
export interface OpenStreams {
  port: number
  keys: string[]
  /** So many of them look at each change. The others only count bytes. */
  timed: number
}

export interface Arrived {
  changes: number
  deliveries: number
  bytes: number
  /** Streams that the service ended. */
  ended: number
  p50: number
  p99: number
  longest: number
}

let sockets: Socket[] = []
let times: number[] = []
let bytes = 0
let deliveries = 0
let ended = 0

async function open({ port, keys, timed }: OpenStreams): Promise<object> {
  const every = Math.max(1, Math.floor(keys.length / timed))
  // Not all at once: the accept queue of the system is short.
  for (let start = 0; start < keys.length; start += 50) {
    const some = keys.slice(start, start + 50)
    await Promise.all(some.map((key, index) => openOne(port, key, (start + index) % every === 0)))
  }
  return { open: sockets.length }
}

function openOne(port: number, key: string, isTimed: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', reject)
    socket.write(
      `GET /api/v2/changes/stream?after=now HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${key}\r\n\r\n`,
    )
    let isOpen = false
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (!isOpen && chunk.includes(': open')) {
        isOpen = true
        resolve()
      } else if (!isOpen) reject(new Error(chunk.toString('latin1').slice(0, 200)))
      else if (isTimed) noteTimes(chunk)
    })
    socket.on('end', () => ended++)
    sockets.push(socket)
  })
}

const AT = Buffer.from('"at":"')

/** A change says when it began. A change that is cut by the end of the chunk is left out. */
function noteTimes(chunk: Buffer): void {
  const now = Date.now()
  for (let at = chunk.indexOf(AT); at >= 0; at = chunk.indexOf(AT, at + 1)) {
    const then = Date.parse(chunk.toString('latin1', at + 6, at + 30))
    if (!Number.isNaN(then)) times.push(now - then)
  }
}

function take(): Arrived {
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const arrived = {
    changes: times.length,
    deliveries,
    bytes,
    ended,
    p50: share(0.5),
    p99: share(0.99),
    longest: share(1),
  }
  times = []
  bytes = 0
  deliveries = 0
  ended = 0
  return arrived
}

function close(): object {
  for (const socket of sockets) socket.destroy()
  sockets = []
  return {}
}

const receiver = createServer((request, response) => {
  deliveries++
  request.resume().on('end', () => response.writeHead(204).end())
})

async function receive(): Promise<object> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return { port: (receiver.address() as AddressInfo).port }
}

type Command = { open: OpenStreams } | { take: true } | { close: true } | { receive: true }

function carryOut(command: Command): object | Promise<object> {
  if ('open' in command) return open(command.open)
  if ('take' in command) return take()
  return 'receive' in command ? receive() : close()
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await carryOut(JSON.parse(line) as Command)))
}
