import { InvalidInput } from '../errors.ts'
import type { Call } from './command.ts'

const MOST_BYTES = 4096

/** Reads a password from standard input, without one trailing line break. */
export async function readPassword(call: Call): Promise<string> {
  if (process.stdin.isTTY) call.note('Type the password, then Enter and Ctrl-D:')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new InvalidInput('field.too_many_bytes', { field: 'password', most: MOST_BYTES })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
