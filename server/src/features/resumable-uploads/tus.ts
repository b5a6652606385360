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

/** An authenticated request of the protocol. */
export interface TusCall {
  actor: Actor
  method: string
  /** The id of the upload; undefined for a new one. */
  id: string | undefined
  once: Once | undefined
  raw: IncomingMessage
}

const turns = makeTurns()

/** How long a holder may still receive bytes after it was asked to finish. */
const LAST_BYTES_MS = 200

/**
 * Lets the tus library answer a request, with our folder as its store. It uses one server object per request, which is
 * cheap and knows the actor.
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
        // The library may have stopped before the last bytes were on disk.
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
    // This is the only header that we do not check ourselves.
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
  // A repeated start sends its bytes again.
  if (upload.offset !== offset) throw wrongOffset()
  if (upload.storedAs !== undefined) return offset
  await requireAllowed(ctx, actor, upload.wanted.path)
  // Checked from the first byte on, because much may have been stored since the start, in many small parts.
  return appendPartial(ctx.files, upload, bytes, { onBytes: watchSize(ctx, 0) })
}

/** The library accepts invalid bytes and replaces them. */
function requireUtf8(metadata: string | string[] | undefined): void {
  for (const pair of String(metadata ?? '').split(',')) {
    const [key = '', value = ''] = pair.split(' ')
    if (!isUtf8(Buffer.from(value, 'base64'))) throw new InvalidInput('field.not_utf8', { field: key })
  }
}

/** The headers that the library reads. */
const PASSED_ON = [
  ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
  ...['content-type', 'content-length'],
] as const

function hasBytes(raw: IncomingMessage): boolean {
  return raw.headers['content-type'] === OFFSET_TYPE
}

/** The bytes of a request as a web stream, without copying and with backpressure. */
function bytesOf(raw: IncomingMessage) {
  const chunks: AsyncIterator<Buffer> = raw.iterator({ destroyOnReturn: false })
  let waiting: PromiseWithResolvers<IteratorResult<Buffer>> | undefined
  const pace = watchPace(raw, () => waiting !== undefined)
  const state = {
    error: undefined as Error | undefined,
    end: () => {
      pace.end()
      // From here on, unread bytes are discarded.
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

/** Translates refusals of the library. */
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
