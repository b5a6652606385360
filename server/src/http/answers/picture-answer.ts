import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PictureAnswer } from '../../records/answers.ts'
import { isNotModified } from './etag.ts'

/**
 * Sends the picture, or 304. Browsers revalidate each time, so whoever loses access to the file also loses the picture.
 */
export function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { data, etag, pages }: PictureAnswer,
): Readable | undefined {
  reply.header('etag', `"${etag}"`)
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, Authorization, Cookie` : 'Authorization, Cookie')
  if (pages !== null) reply.header('x-page-count', pages)
  if (isNotModified(request.headers['if-none-match'], `"${etag}"`)) {
    reply.removeHeader('content-type').code(304).send()
    return undefined
  }
  reply
    .header('content-type', 'image/webp')
    .header('content-length', data.byteLength)
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
  // Not undefined, for which Fastify would set a length of 0.
  if (request.method === 'HEAD') return Readable.from([])
  reply.send(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  return undefined
}
