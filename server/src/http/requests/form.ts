import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Once } from '../../access/actor.ts'
import { InvalidInput, TooLarge, TooSlow } from '../../errors.ts'
import type { Received } from '../../files/received.ts'
import { loadLater } from '../../lib/loading/load-later.ts'

const formParser = loadLater<typeof import('@fastify/busboy')>('@fastify/busboy')

/** A file as it arrives. */
export interface FilePart {
  name: string
  content: Readable
}

export interface FormParts {
  fields: Record<string, string>
  file: (Received & { name: string }) | undefined
}

/** An unread form, so that the handler can refuse it first. */
export interface Form {
  /** The size of the whole form in bytes, if the client declares it. */
  readonly length: number | undefined
  /** Identifies a repetition of the form, given a text that describes its content. */
  once(content: string): Once | undefined
  /** Reads the form and passes its one file, in the field `file`, to `store` as it arrives. */
  read(store: (file: FilePart) => Promise<Received>, discard: (received: Received) => Promise<void>): Promise<FormParts>
}

const FILE_FIELD = 'file'
const LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 5, parts: 25, headerPairs: 20 }
/** The limit for everything but the file itself. */
const MOST_AROUND = 2 * 1024 * 1024

/** The form of a request; undefined if it has other content. */
export function formOf(request: FastifyRequest, once: Form['once']): Form | undefined {
  const type = request.headers['content-type']
  if (type === undefined || !/^multipart\/form-data\s*(;|$)/i.test(type)) return undefined
  const length = request.headers['content-length']
  return {
    length: length === undefined ? undefined : Number(length),
    once,
    read: (store, discard) => readForm(request.raw, store, discard),
  }
}

async function readForm(
  raw: IncomingMessage,
  store: (file: FilePart) => Promise<Received>,
  discard: (received: Received) => Promise<void>,
): Promise<FormParts> {
  const parser = makeParser(raw)
  const fields: Record<string, string> = Object.create(null)
  const taken: { part?: FilePart; received?: Promise<Received> } = {}
  const pace = watchPace(raw)
  try {
    await new Promise<void>((resolve, reject) => {
      pace.onSlow(reject)
      parser.on('field', (name, value, _isNameCut, isValueCut) => {
        if (isValueCut) reject(new TooLarge('field.overlong', { field: name }))
        else fields[name] = value
      })
      parser.on('file', (field, content, name) => {
        // The reader sees the error; nobody else needs it.
        content.on('error', () => {})
        if (field !== FILE_FIELD) content.resume()
        else if (taken.part) reject(new InvalidInput('request.one_file', { field: 'file' }))
        else {
          taken.part = { name, content }
          taken.received = store(taken.part)
          taken.received.catch(reject)
        }
      })
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        parser.on(limit, () => reject(new InvalidInput('request.too_many_parts', { field: 'body' })))
      }
      parser.on('error', (error) => reject(brokenForm(error)))
      parser.on('finish', resolve)
      raw.on('error', () => reject(new InvalidInput('request.cut_off')))
      raw.pipe(parser)
      let bytes = 0
      raw.on('data', (chunk: Buffer) => {
        const { bytesRead = 0 } = (taken.part?.content ?? {}) as { bytesRead?: number }
        // Without the newest chunks, because the parser may not know yet to which field they belong.
        if (bytes - bytesRead > MOST_AROUND) reject(new TooLarge('request.only_file_large', { field: 'body' }))
        bytes += chunk.length
      })
    })
    const received = await taken.received
    return { fields, file: received && { ...received, name: taken.part?.name ?? '' } }
  } catch (error) {
    raw.unpipe(parser)
    taken.part?.content.destroy(error as Error)
    const received = await taken.received?.catch(() => undefined)
    if (received) await discard(received)
    letGo(raw)
    throw error
  } finally {
    pace.end()
  }
}

const LAST_BYTES_MS = 5000

/**
 * Keeps reading so that a client that is still sending gets the refusal and not a reset connection, but not forever.
 */
export function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.complete || raw.destroy(), LAST_BYTES_MS).unref()
  raw.once('close', () => clearTimeout(timer))
}

function makeParser(raw: IncomingMessage) {
  const { Busboy } = formParser()
  try {
    return new Busboy({ headers: raw.headers as { 'content-type': string }, preservePath: true, limits: LIMITS })
  } catch (error) {
    throw brokenForm(error)
  }
}

function brokenForm(error: unknown): InvalidInput {
  return new InvalidInput('request.bad_form', { field: 'body', problem: (error as Error).message })
}

const PACE_MS = 30_000
const LEAST_BYTES = 8 * 1024

/** Sockets with a long upload, to which the usual request timeout does not apply. */
const patient = new WeakSet<Duplex>()

export function isPatient(socket: Duplex): boolean {
  return patient.has(socket)
}

/** A form or file may take any time while it makes progress: LEAST_BYTES within each PACE_MS. */
export function watchPace(
  raw: IncomingMessage,
  // Paused means that we are the slow side.
  isWaiting = () => !raw.isPaused(),
): { onSlow(refuse: (error: Error) => void): void; end(): void } {
  const { socket } = raw
  patient.add(socket)
  let seen = socket.bytesRead
  let timer: NodeJS.Timeout | undefined
  return {
    onSlow(refuse) {
      timer = setInterval(() => {
        const isSlow = socket.bytesRead - seen < LEAST_BYTES
        seen = socket.bytesRead
        if (isSlow && isWaiting()) refuse(new TooSlow('upload.too_slow'))
      }, PACE_MS).unref()
    },
    end() {
      clearInterval(timer)
      patient.delete(socket)
    },
  }
}
