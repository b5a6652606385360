import { API, exchange, lost, type Query, queryText, type Received } from './client.ts'

interface Part {
  from: number
  length: number
  signal: AbortSignal
}

/** Where the browser itself finds something. `path` is one of the contract, filled in. */
export function addressAt(path: string, query: Query = {}): string {
  return API + path + queryText(query)
}

/** Some bytes of a file. */
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

/** Asks whether a file can be had, without loading it; answers how many rows it will have. Rejects when it is refused. */
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

/** One request of the protocol of resumable uploads, which is not JSON. */
export async function requestUpload(path: string, init: RequestInit): Promise<Received> {
  const response = await fetch(API + path, init)
  return { response, text: await response.text() }
}
