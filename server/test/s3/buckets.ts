import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'
import { S3 } from '@aws-sdk/client-s3'
import { readPlace, type S3Place } from '../../src/lib/s3-place.ts'
import { hasSwift } from '../packages.ts'
import { SWIFT_USER, type Swift, startSwift } from './swift.ts'

/** A real S3 server, and what tests do to it behind the service's back. */
export interface TestS3 {
  swift: Swift
  api: S3
  /** A separate bucket for a test. */
  makeBucket(): Promise<TestBucket>
  remove(): Promise<void>
}

export interface TestBucket {
  name: string
  /** For `FILES_URL`, optionally through another endpoint. */
  url(endpoint?: string): string
  place(endpoint?: string): S3Place
  keys(): Promise<string[]>
  put(key: string, content: Buffer | string): Promise<void>
}

/** Whether there can be one here. `npm test` decides it once. */
export function hasS3(): boolean {
  return hasSwift() && process.env.TEST_S3_ENDPOINT !== 'none'
}

/** Starts the server, and sets the credentials of this process. */
export async function startS3(): Promise<TestS3> {
  const given = process.env.TEST_S3_ENDPOINT
  const swift = given ? { endpoint: given, remove: async () => {} } : await startSwift()
  const before = { ...process.env }
  Object.assign(process.env, SWIFT_USER)
  const api = new S3({ endpoint: swift.endpoint, region: 'us-east-1', forcePathStyle: true, ...PLAIN })
  return {
    swift,
    api,
    async makeBucket() {
      const name = `lab-${randomUUID()}`
      await api.createBucket({ Bucket: name })
      const url = (endpoint = swift.endpoint) => `s3://${name}/notebook?endpoint=${endpoint}`
      return {
        name,
        url,
        place: (endpoint) => readPlace(url(endpoint)),
        async keys() {
          const { Contents = [] } = await api.listObjectsV2({ Bucket: name })
          return Contents.map(({ Key = '' }) => Key)
        },
        async put(key, content) {
          await api.putObject({ Bucket: name, Key: `notebook/${key}`, Body: content })
        },
      }
    },
    async remove() {
      for (const name of Object.keys(SWIFT_USER)) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
      api.destroy()
      await swift.remove()
    },
  }
}

const PLAIN = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const

/** A connection to the server that can be cut. */
export interface Line {
  endpoint: string
  /** Connections that are open now. */
  open(): number
  /** Stalls after this many more bytes from the server. */
  hold(bytesFromServer: number): void
  /** Stalls as soon as such a request is sent. */
  holdAt(request: RegExp): void
  /** Ends all connections after this many more bytes from the server; with `isCut`, refuses new ones. */
  breakAfter(bytesFromServer: number, options?: { isCut?: boolean }): void
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Everything passes again. */
  mend(): void
  close(): Promise<void>
}

export async function openLine(endpoint: string): Promise<Line> {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let fatal: RegExp | undefined
  let isCut = false
  let onSpent = () => {}
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const target = open(Number(port), hostname)
    const end = () => {
      client.destroy()
      target.destroy()
      sockets.delete(client)
    }
    sockets.add(client)
    client.on('error', end).on('close', end)
    client.on('data', (chunk) => {
      if (fatal?.test(chunk.toString('latin1'))) left = 0
      target.write(chunk)
    })
    target.on('error', end).on('close', end)
    target.on('data', (chunk) => {
      if (left <= 0) return
      left -= chunk.length
      client.write(chunk)
      if (left <= 0) onSpent()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' ? address?.port : 0
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    endpoint: `http://127.0.0.1:${own}`,
    open: () => sockets.size,
    hold(bytes) {
      left = bytes
    },
    holdAt(request) {
      fatal = request
    },
    breakAfter(bytes, options = {}) {
      left = bytes
      onSpent = () => {
        onSpent = () => {}
        left = Number.POSITIVE_INFINITY
        isCut = options.isCut ?? false
        dropAll()
      }
    },
    cut() {
      isCut = true
      dropAll()
    },
    mend() {
      isCut = false
      fatal = undefined
      left = Number.POSITIVE_INFINITY
      dropAll()
    },
    async close() {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}
