import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '../errors.ts'

/** OWASP's parameters for argon2id; `memory` in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Each hash takes 19 MiB and a thread of the pool that also reads files. */
const MOST_AT_ONCE = 2
/** About two seconds of waiting. Later requests do better to retry. */
const MOST_WAITING = 64

/** Takes as long as any other hash, and no password matches it: its tag is all zeros. */
const NOBODY = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))

const derive = promisify(argon2)

/** Returns `$argon2id$v=19$m=19456,t=2,p=1${salt}${tag}`, the usual form that other programs read too. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return encode(COST, salt, await inTurn(() => tagOf(password, salt, COST, TAG_BYTES)))
}

/** Pass null if there is no such account, or if it has no password. That takes as long as a wrong password. */
export async function verifyPassword(password: string, encoded: string | null): Promise<boolean> {
  const { cost, salt, tag } = decode(encoded ?? NOBODY)
  const given = await inTurn(() => tagOf(password, salt, cost, tag.length))
  return timingSafeEqual(given, tag) && encoded !== null
}

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

function tagOf(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // NFC, because keyboards produce the same character as one code point or as two.
  return derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function decode(encoded: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(encoded)
  if (!parts) throw new Error('A stored password hash is not in the argon2id form')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a few at once, queues a few more and refuses the rest: a flood of sign-ins must not take all memory and threads.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_ONCE) running++
  else {
    if (waiting.length >= MOST_WAITING) throw new TooMany('auth.too_many_at_once', 5)
    // Whoever finishes hands over its slot, so nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
