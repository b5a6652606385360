import { htmlToText } from '../../../lib/html.ts'
import { BadAnswer } from './failures.ts'

/** The record of an entry has its text twice, of 4 MB at most, and its comments. Small values need 15 times as much memory. */
const MOST_BYTES = 40 * 1024 * 1024
const MOST_TOLD = 200

/** The JSON of an answer, of bounded size. Errors of that server may be pages. */
export async function readJson(response: Response, path: string): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new BadAnswer(response.status, path, `more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  try {
    return JSON.parse(text)
  } catch {
    // What is refused is told by its status; what should have worked is not from such a server.
    if (response.status >= 400) return { message: told(text) }
    throw new BadAnswer(response.status, path, told(text) || 'no JSON')
  }
}

function told(text: string): string {
  return htmlToText(text.slice(0, 10_000)).replace(/\s+/g, ' ').trim().slice(0, MOST_TOLD)
}
