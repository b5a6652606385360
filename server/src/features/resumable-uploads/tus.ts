import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { say } from '@aliquot/contract/refusals/say'
import { OFFSET_TYPE } from '@aliquot/contract/resumable-uploads'
import type { Actor, Once } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput, NotFound, Refusal, TooLarge } from '../../errors.ts'
import { appendPartial, removePartial } from '../../files/partial-uploads.ts'
import { fileTrouble } from '../../files/storage-errors.ts'
import { watchPace } from '../../http/requests/form.ts'
import { watchSize } from '../uploads/uploads.limits.ts'
import { beginResumable, newId, requireAllowed, requireOwn, untilFinished } from './resumable-uploads.service.ts'
import { makeTurns } from './turns.ts'

/** A request of the protocol, of somebody who has been let in. */
export interface TusCall {
  actor: Actor
  method: string
  /** Of the upload; undefined where one begins. */
  id: string | undefined
  once: Once | undefined
  raw: IncomingMessage
}

const turns = makeTurns()

/** How long who is asked to come to an end may still receive. */
const LAST_BYTES_MS = 200

/**
 * Lets the library of the protocol answer a request; what it keeps goes to our folder. A server for each request: it is a
 * handful of objects, and knows who asks.
 */
export async function answerTus(ctx: Context, call: TusCall): Promise<{ id: string; response: Response }> {
  const { DataStore, ERRORS, Server, Upload } = await import('@tus/server')
  const { actor, raw } = call
  const id = call.id ?? newId(call.once)
  let thrown: unknown
  let writing: Promise<number> | undefined

  const datastore = Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'termination'],

    async create(upload: InstanceType<typeof Upload>) {
      const { size = 0, metadata = {} } = upload
      if (Number(raw.headers['content-length'] ?? 0) > size && hasBytes(raw)) throw tooMany()
      requireUtf8(raw.headers['upload-metadata'])
      await beginResumable(ctx, actor, { id, size, metadata })
      return upload
    },

    async getUpload() {
      const { size, offset, wanted } = await requireOwn(ctx, actor, id)
      return new Upload({ id, size, offset, metadata: wanted.metadata })
    },

    write(bytes: Readable, _id: string, offset: number) {
      writing = writeBytes(ctx, actor, id, offset, bytes)
      return writing
    },

    async remove() {
      await untilFinished(ctx, id)
      await removePartial(ctx.files, { id, userid: actor.userid })
    },
  })

  const newLock = () => {
    let end = () => {}
    return {
      async lock(_signal: AbortSignal, onWanted: () => void) {
        end = await turns.take(id, onWanted)
      },
      async unlock() {
        // The library may have given up on the bytes before the last of them were on the disk.
        await writing?.catch(() => {})
        end()
      },
    }
  }

  const server = new Server({
    path: '/',
    datastore,
    locker: { newLock },
    lockDrainTimeout: LAST_BYTES_MS,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    generateUrl: () => id,
    async onResponseError(_request, error) {
      thrown = error
      return undefined
    },
  })

  if (call.id !== undefined) await requireOwn(ctx, actor, call.id)
  const body = hasBytes(raw) ? bytesOf(raw) : undefined
  try {
    const headers = new Headers()
    for (const name of PASSED_ON) if (raw.headers[name] !== undefined) headers.set(name, String(raw.headers[name]))
    const init = { method: call.method, headers, ...(body && { body: body.stream, duplex: 'half' as const }) }
    const response = await server.handleWeb(new Request(`http://uploads/${id}`, init))
    if (body?.error) throw body.error
    if (thrown === ERRORS.ABORTED) throw new InvalidInput('request.cut_off')
    if (thrown !== undefined) throw refusalOf(thrown)
    // The one header that it looks at and we do not.
    if (!response.ok) throw new InvalidInput('resumable.bad_metadata', { field: 'Upload-Metadata' })
    return { id, response }
  } finally {
    body?.end()
  }
}

async function writeBytes(
  ctx: Context,
  actor: Actor,
  id: string,
  offset: number,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const upload = await requireOwn(ctx, actor, id)
  // A beginning that is repeated brings its bytes again.
  if (upload.offset !== offset) throw wrongOffset()
  if (upload.storedAs !== undefined) return offset
  await requireAllowed(ctx, actor, upload.wanted.path)
  // With the first bytes, too: much may have come since the beginning, by many small parts.
  return appendPartial(ctx.files, upload, bytes, { onBytes: watchSize(ctx, 0) })
}

/** The library reads other bytes as well, and puts a sign in the place of what it could not read. */
function requireUtf8(metadata: string | string[] | undefined): void {
  for (const pair of String(metadata ?? '').split(',')) {
    const [key = '', value = ''] = pair.split(' ')
    if (!isUtf8(Buffer.from(value, 'base64'))) throw new InvalidInput('field.not_utf8', { field: key })
  }
}

/** What the library reads. */
const PASSED_ON = [
  ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
  ...['content-type', 'content-length'],
] as const

function hasBytes(raw: IncomingMessage): boolean {
  return raw.headers['content-type'] === OFFSET_TYPE
}

/** The bytes of a request as the library wants them, without a copy of them, at the pace at which they are taken. */
function bytesOf(raw: IncomingMessage) {
  const chunks: AsyncIterator<Buffer> = raw.iterator({ destroyOnReturn: false })
  let waiting: PromiseWithResolvers<IteratorResult<Buffer>> | undefined
  const pace = watchPace(raw, () => waiting !== undefined)
  const state = {
    error: undefined as Error | undefined,
    end: () => {
      pace.end()
      // Bytes that nobody took are thrown away from here on.
      void chunks.return?.().then(() => raw.resume())
    },
    stream: new ReadableStream<Buffer>(
      {
        async pull(controller) {
          waiting = Promise.withResolvers()
          chunks.next().then(waiting.resolve, waiting.reject)
          const { done, value } = await waiting.promise
          waiting = undefined
          if (done) controller.close()
          else controller.enqueue(value)
        },
      },
      { highWaterMark: 0 },
    ),
  }
  pace.onSlow((error) => {
    state.error = error
    waiting?.reject(error)
  })
  return state
}

function wrongOffset(): Refusal {
  return new Refusal(409, say('resumable.wrong_offset', { field: 'Upload-Offset' }))
}

function tooMany(): TooLarge {
  return new TooLarge('resumable.too_many_bytes', { field: 'Upload-Length' })
}

/** What the library refuses, in our words. */
function refusalOf(thrown: unknown): unknown {
  const { status_code: status, body = '' } = thrown as { status_code?: number; body?: string }
  switch (status) {
    case undefined:
      return fileTrouble(thrown)
    case 404:
    case 410:
      return new NotFound('resumable.not_found')
    case 409:
      return wrongOffset()
    case 413:
      return tooMany()
    default:
      return new Error(`tus: ${body.trim()}`)
  }
}
