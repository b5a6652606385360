import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Client, requireAccepted } from './client.ts'
import type { Place } from './ledger.ts'
import { Busy, Changed, Stray } from './problems.ts'
import { requireUnchanged } from './scan.ts'
import type { Throttle } from './throttle.ts'

/** What is sent, and where. */
export interface Upload {
  handle: FileHandle
  size: number
  /** Undefined if it may grow meanwhile. */
  stamp: string | undefined
  entry: Place
  name: string
  /** The file whose new version it is. */
  replaces: number | undefined
  /** The same for the same file, content and entry. */
  once: string
  /** The address of an upload that was begun earlier. */
  url: string | undefined
  begun(url: string): void
  progress(bytes: number): void
}

const TUS = { 'tus-resumable': '1.0.0' }
/** The service gives each request a minute. */
const MOST_PART_BYTES = 8_000_000
const READ_BYTES = 65_536
const MOST_STARTS = 3

/** Sends a file in parts by the tus protocol, going on where an earlier try stopped. Returns the id of the file. */
export async function sendUpload(client: Client, throttle: Throttle, upload: Upload): Promise<number> {
  let { url } = upload
  for (let start = 0; start < MOST_STARTS; start++) {
    const found = url === undefined ? undefined : await lookUp(client, url)
    if (found?.id !== undefined) return found.id
    let offset = found?.offset ?? 0
    if (!found) {
      const begun = await begin(client, upload)
      if (begun.id !== undefined) return begun.id
      url = begun.url
      offset = begun.offset
      upload.begun(url)
    }
    const id = await sendParts(client, throttle, upload, url ?? '', offset)
    if (id !== undefined) return id
  }
  throw new Busy('the upload does not come to an end')
}

/** Of an upload that the service still knows. */
async function lookUp(client: Client, url: string): Promise<{ id?: number; offset: number } | undefined> {
  const answer = await client.send('HEAD', url, { headers: TUS })
  if (answer.status === 404 || answer.status === 410 || answer.status === 403) return undefined
  requireAccepted(answer)
  return { ...idIn(answer.headers), offset: Number(answer.headers['upload-offset'] ?? 0) }
}

async function begin(client: Client, upload: Upload): Promise<{ url: string; id?: number; offset: number }> {
  const { entry, name, replaces, size, once } = upload
  const told = {
    filename: name,
    entity_type: entry.type,
    entity_id: String(entry.id),
    ...(replaces !== undefined && { replaces: String(replaces) }),
  }
  const metadata = Object.entries(told).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const headers = {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': metadata.join(','),
    'idempotency-key': once,
  }
  const answer = await client.accepted('POST', 'resumable-uploads', { headers })
  const id = answer.headers.location?.split('/').pop() ?? ''
  if (!/^[0-9a-f]+$/.test(id)) throw new Stray('the service named no address for the upload')
  return {
    url: `resumable-uploads/${id}`,
    ...idIn(answer.headers),
    offset: Number(answer.headers['upload-offset'] ?? 0),
  }
}

function idIn(headers: Record<string, unknown>): { id?: number } {
  const id = Number(headers['x-upload-id'])
  return Number.isInteger(id) && id > 0 ? { id } : {}
}

/** Undefined if the service knows another offset, or none: look it up again. */
async function sendParts(
  client: Client,
  throttle: Throttle,
  upload: Upload,
  url: string,
  from: number,
): Promise<number | undefined> {
  const { handle, size, stamp } = upload
  for (let offset = from; ; ) {
    try {
      await requireUnchanged(handle, stamp)
    } catch (error) {
      // Nobody will finish it.
      if (error instanceof Changed) await client.send('DELETE', url, { headers: TUS }).catch(() => {})
      throw error
    }
    upload.progress(offset)
    const length = Math.min(throttle.partBytes(MOST_PART_BYTES), size - offset)
    const answer = await client.send('PATCH', url, {
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: { bytes: Readable.from(readPart(handle, throttle, offset, length), { objectMode: false }), length },
    })
    if (answer.status === 409 || answer.status === 404 || answer.status === 410) return undefined
    requireAccepted(answer)
    const { id } = idIn(answer.headers)
    if (id !== undefined) return id
    const next = Number(answer.headers['upload-offset'])
    if (!(next > offset) || next >= size) return undefined
    offset = next
  }
}

async function* readPart(handle: FileHandle, throttle: Throttle, from: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, length - at))
    await throttle.take(buffer.length)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from + at)
    if (bytesRead === 0) throw new Changed('it became shorter while it was sent')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
