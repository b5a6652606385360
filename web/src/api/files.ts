import { API, exchange, lost, type Query, queryText, type Received } from './client.ts'

interface Part {
  from: number
  length: number
  signal: AbortSignal
}

/** The URL of a contract path for the browser itself. */
export function addressAt(path: string, query: Query = {}): string {
  return API + path + queryText(query)
}

/** Reads some bytes of a file. */
export async function readBytes(path: string, { from, length, signal }: Part): Promise<Uint8Array> {
  let bytes = new Uint8Array()
  await exchange(path, async () => {
    try {
      const response = await fetch(API + path, { headers: { range: `bytes=${from}-${from + length - 1}` }, signal })
      if (!response.ok) return { response, text: await response.text() }
      bytes = new Uint8Array(await response.arrayBuffer())
      return { response, text: '', isFile: true }
    } catch (error) {
      if (signal.aborted) throw error
      throw lost(error)
    }
  })
  return bytes
}

/** Checks whether a file can be exported, without loading it; returns its number of rows. Rejects if it is refused. */
export async function askForFile(path: string, query: Query): Promise<{ total: number | undefined }> {
  const question = path + queryText(query)
  return exchange(question, async () => {
    try {
      return { response: await fetch(API + question, { method: 'HEAD' }), text: '', isFile: true }
    } catch (cause) {
      throw lost(cause)
    }
  })
}

/** One request of the resumable upload protocol, which is not JSON. */
export async function requestUpload(path: string, init: RequestInit): Promise<Received> {
  const response = await fetch(API + path, init)
  return { response, text: await response.text() }
}
