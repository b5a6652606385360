import { InvalidInput } from '../errors.ts'
import { hashPassword } from '../lib/password.ts'
import { passwordProblem } from '../lib/password-rules.ts'
import type { Call } from './command.ts'

const MOST_BYTES = 4096

/** Reads a password from standard input and returns its hash. One line end after it is not part of it. */
export async function readPassword(call: Call, about: readonly string[]): Promise<string> {
  if (process.stdin.isTTY) call.note('Type the password, then Enter and Ctrl-D:')
  const password = (await readAll()).replace(/\r?\n$/, '')
  const problem = passwordProblem(password, about)
  if (problem) throw new InvalidInput(`password: ${problem}`)
  return hashPassword(password)
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new InvalidInput(`password: must have at most ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
