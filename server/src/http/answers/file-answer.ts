import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { say } from '@aliquot/contract/refusals/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { releaseChunk } from '../../files/release-chunk.ts'
import { isInlineSafe } from '../../files/sniff.ts'
import type { ByteRange } from '../../files/store.ts'
import type { FileAnswer } from '../../records/answers.ts'
import { isNotModified } from './etag.ts'

/** Sends the file, the requested range, or 304. */
export async function sendFile(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<Readable | undefined> {
  const etag = `"${file.hash}"`
  const lastModified = new Date(file.at).toUTCString()
  reply.header('etag', etag).header('last-modified', lastModified).header('accept-ranges', 'bytes')
  if (isUnchanged(request, etag, lastModified)) {
    reply.removeHeader('content-type').code(304).send()
    return undefined
  }
  const isInline = file.kind !== 'attachment' && isInlineSafe(file.mime)
  reply
    .header('content-type', contentType(file.mime))
    .header('content-disposition', disposition(isInline ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', policyOf(file.mime))
    .header('cross-origin-resource-policy', 'same-origin')
  const range = isRangeValid(request, etag, lastModified) ? rangeIn(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    const said = say('upload.no_such_part', { field: 'Range', size: file.size })
    throw new Refusal(416, said, { headers: { 'content-range': `bytes */${file.size}` } })
  }
  // Not undefined, for which Fastify would set a length of 0.
  const read = () => (file.open ? file.open(range) : ctx.files.checked.read(file, range))
  const stream = request.method === 'HEAD' ? Readable.from([]) : await read()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return stream
  stream.once('error', (error) => ctx.log.error({ err: error, reqId: request.id }, 'a file broke off'))
  releaseWritten(reply.raw)
  return stream
}

/** Frees chunks once the system has taken them. */
function releaseWritten(response: ServerResponse): void {
  const write = response.write.bind(response)
  response.write = (chunk: Buffer) =>
    write(chunk, 'binary', (error) => {
      if (!error) releaseChunk(chunk)
    })
}

function isUnchanged({ headers }: FastifyRequest, etag: string, lastModified: string): boolean {
  if (headers['if-none-match'] !== undefined) return isNotModified(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(lastModified) <= since
}

/** A range fits what the client already has only if it is still the same file. */
function isRangeValid({ headers }: FastifyRequest, etag: string, lastModified: string): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag || condition === lastModified
}

/** Parses a single range. Several ranges, or an unreadable header, get the whole file. */
function rangeIn(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) > 0 && size > 0 ? endOf(size, Number(last)) : 'unsatisfiable'
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

function endOf(size: number, length: number): ByteRange {
  return { start: Math.max(0, size - length), end: size - 1 }
}

function contentType(mime: string): string {
  return mime.startsWith('text/') && !mime.includes(';') ? `${mime}; charset=utf-8` : mime
}

/**
 * Nothing in a file may run, and it belongs to no origin. Only the browser's PDF viewer needs an origin; whatever a PDF
 * can do stays inside the viewer.
 */
function policyOf(mime: string): string {
  const sources =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  return mime === 'application/pdf' ? `${sources}; object-src 'self'` : `${sources}; sandbox`
}

/** The file name for every client: an ASCII one, and the real one if it differs, or always. */
export function disposition(kind: 'inline' | 'attachment', name: string, isTwice = false): string {
  const last = name.split('/').at(-1) || 'file'
  const plain =
    last
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^\w.-]+/g, '-') || 'file'
  const coded = encodeURIComponent(last.toWellFormed()).replace(/['()*]/g, percent)
  return plain === last && !isTwice
    ? `${kind}; filename="${plain}"`
    : `${kind}; filename="${plain}"; filename*=utf-8''${coded}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
