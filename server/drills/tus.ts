import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RESUMABLE_UPLOADS } from '@aliquot/contract/resumable-uploads'

/** A minimal client of resumable uploads; its caller counts what it sends. */

export interface TusTarget {
  host: string
  port: number
  key: string
  agent?: Agent
}

export interface TusAnswer {
  status: number
  headers: IncomingHttpHeaders
}

const PATH = `/api/v2${RESUMABLE_UPLOADS}`

/** Starts an upload and returns its path. */
export async function beginUpload(
  to: TusTarget,
  entry: number,
  { name, size, idempotencyKey }: { name: string; size: number; idempotencyKey?: string },
): Promise<string> {
  const told = { filename: name, entity_type: 'experiments', entity_id: String(entry) }
  const pairs = Object.entries(told).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const { status, headers } = await exchange(to, 'POST', PATH, {
    'upload-length': String(size),
    'upload-metadata': pairs.join(','),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  })
  if (status !== 201 || !headers.location) throw new Error(`a beginning was answered with ${status}`)
  return new URL(headers.location).pathname
}

export function askUpload(to: TusTarget, path: string): Promise<TusAnswer> {
  return exchange(to, 'HEAD', path)
}

export function cancelUpload(to: TusTarget, path: string): Promise<TusAnswer> {
  return exchange(to, 'DELETE', path)
}

export function sendPart(
  to: TusTarget,
  path: string,
  offset: number,
  bytes: Buffer | Iterable<Buffer>,
): Promise<TusAnswer> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return exchange(to, 'PATCH', path, headers, Buffer.isBuffer(bytes) ? [bytes] : bytes)
}

/** Rejects if the connection fails. */
function exchange(
  { key, ...to }: TusTarget,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Iterable<Buffer> = [],
): Promise<TusAnswer> {
  return new Promise((resolve, reject) => {
    const all = { authorization: key, 'tus-resumable': '1.0.0', ...headers }
    const outgoing = request({ ...to, path, method, headers: all })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      incoming.on('error', reject)
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers }))
      incoming.resume()
    })
    pipeline(Readable.from(body, { highWaterMark: 1 }), outgoing).catch(reject)
  })
}
