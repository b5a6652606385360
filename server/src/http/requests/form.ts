import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Once } from '../../access/actor.ts'
import { InvalidInput, TooLarge, TooSlow } from '../../errors.ts'
import type { Received } from '../../files/received.ts'
import { loadLater } from '../../lib/load-later.ts'

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

/** A form that has not been read yet: whoever takes it first asks whether it is wanted. */
export interface Form {
  /** Bytes of the whole form, when the client says so. */
  readonly length: number | undefined
  /** What makes a repetition of it recognisable, given a text that tells what was in it. */
  once(content: string): Once | undefined
  /** Reads the form. The one file in it, of the field `file`, is handed to `store` as it arrives. */
  read(store: (file: FilePart) => Promise<Received>, discard: (received: Received) => Promise<void>): Promise<FormParts>
}

const FILE_FIELD = 'file'
const LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 5, parts: 25, headerPairs: 20 }
/** Everything but the file itself. */
const MOST_AROUND = 2 * 1024 * 1024

/** The form of a request; undefined when it has another content. */
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
        if (isValueCut) reject(new TooLarge(`${name}: is too long`))
        else fields[name] = value
      })
      parser.on('file', (field, content, name) => {
        // Whoever reads it hears of its end; nobody else needs to.
        content.on('error', () => {})
        if (field !== FILE_FIELD) content.resume()
        else if (taken.part) reject(new InvalidInput('file: give exactly one'))
        else {
          taken.part = { name, content }
          taken.received = store(taken.part)
          taken.received.catch(reject)
        }
      })
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        parser.on(limit, () => reject(new InvalidInput('body: the form has too many parts')))
      }
      parser.on('error', (error) => reject(brokenForm(error)))
      parser.on('finish', resolve)
      raw.on('error', () => reject(new InvalidInput('The request was cut off')))
      raw.pipe(parser)
      let bytes = 0
      raw.on('data', (chunk: Buffer) => {
        const { bytesRead = 0 } = (taken.part?.content ?? {}) as { bytesRead?: number }
        // Without the newest ones, of which the parser may not know yet whose they are.
        if (bytes - bytesRead > MOST_AROUND) reject(new TooLarge('body: only the file may be large'))
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

/** A client that is still sending would see a reset connection in place of the refusal; for ever it may not go on. */
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
  return new InvalidInput(`body: is not a valid form (${(error as Error).message})`)
}

const PACE_MS = 30_000
const LEAST_BYTES = 8 * 1024

/** Sockets on which something long is arriving: the time that other requests have to arrive does not count for them. */
const patient = new WeakSet<Duplex>()

export function isPatient(socket: Duplex): boolean {
  return patient.has(socket)
}

/** A form or file may take as long as it takes, as long as it goes on: so many bytes within each half minute. */
export function watchPace(
  raw: IncomingMessage,
  // Paused: we are the slow ones.
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
        if (isSlow && isWaiting()) refuse(new TooSlow('The file arrives too slowly'))
      }, PACE_MS).unref()
    },
    end() {
      clearInterval(timer)
      patient.delete(socket)
    },
  }
}
