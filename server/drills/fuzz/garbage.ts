import type { Random } from '../random.ts'

/** Bytes that are not a request, or a request that lies about itself. */
export interface Garbage {
  name: string
  pieces: Buffer[]
  /** The client closes its side. */
  halfClose: boolean
}

/**
 * Makes one kind of garbage. `head` starts a valid request: its first lines with credentials, without the empty line.
 */
export function makeGarbage(head: (method: string, path: string) => string, random: Random): Garbage {
  const good = `${head('GET', '/api/v2/users/me')}Connection: close\r\n\r\n`
  const post = head('POST', '/api/v2/experiments')
  const json = 'Content-Type: application/json\r\n'
  const kinds: [name: string, bytes: () => string | Buffer[], halfClose?: boolean][] = [
    ['random bytes', () => [randomBytes(random, random.int(1, 4000))], true],
    ['not HTTP', () => 'EHLO example.org\r\n\r\n'],
    ['TLS hello', () => [Buffer.from('16030100', 'hex'), randomBytes(random, 200)], true],
    ['empty line flood', () => '\r\n'.repeat(5000), true],
    ['no host', () => 'GET /api/v2/users/me HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['bad host', () => 'GET /api/v2/users/me HTTP/1.1\r\nHost: a b\u0007/\r\nConnection: close\r\n\r\n'],
    ['two hosts', () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['version 9', () => 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['long path', () => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    [
      'long query',
      () => `GET /api/v2/experiments?q=${'a'.repeat(12_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ],
    ['absolute address', () => good.replace('/api', 'http://example.org/api')],
    ['bad percent encoding', () => good.replace('users/me', 'users/%zz%')],
    ['dots in the path', () => good.replace('users/me', '../../../etc/passwd')],
    ['control byte in the path', () => good.replace('users/me', 'users/\u0001\u007f')],
    ['header flood', () => good.replace('Connection', `${'X-A: b\r\n'.repeat(5000)}Connection`)],
    ['long header', () => good.replace('Connection', `X-A: ${'b'.repeat(200_000)}\r\nConnection`)],
    ['header without a colon', () => good.replace('Connection', 'nonsense\r\nConnection')],
    ['NUL in a header', () => good.replace('Connection', 'X-A: a\u0000b\r\nConnection')],
    ['bare newlines', () => good.replaceAll('\r\n', '\n')],
    ['folded header', () => good.replace('Connection', 'X-A: a\r\n b\r\nConnection')],
    ['truncated body', () => `${post}${json}Content-Length: 1000\r\n\r\n{"title": "cut`, true],
    ['body longer than told', () => `${post}${json}Content-Length: 2\r\nConnection: close\r\n\r\n{}{"title": "more"}`],
    ['negative length', () => `${post}${json}Content-Length: -5\r\n\r\n{}`],
    ['length that is no number', () => `${post}${json}Content-Length: 2x\r\n\r\n{}`],
    ['enormous length', () => `${post}${json}Content-Length: 99999999999\r\n\r\n{}`, true],
    ['two lengths', () => `${post}${json}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`, true],
    ['length and chunks', () => `${post}${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, true],
    ['bad chunks', () => `${post}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, true],
    ['endless chunk size', () => `${post}${json}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(5000)}\r\n`, true],
    ['unknown encoding', () => `${post}${json}Transfer-Encoding: gzip\r\nConnection: close\r\n\r\n{}`, true],
    ['good chunks', () => `${post}${json}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['cut in the header', () => good.slice(0, random.int(1, good.length - 4)), true],
    ['upgrade', () => good.replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: websocket'), true],
    ['expectation', () => `${post}${json}Expect: 200-maybe\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`],
    ['connect', () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', true],
    ['pipelining', () => good.replace('Connection: close\r\n', '').repeat(20) + good],
    [
      'pipelined garbage',
      () => [Buffer.from(good.replace('Connection: close\r\n', '')), randomBytes(random, 300)],
      true,
    ],
    [
      '9 MB body',
      () => [Buffer.from(`${post}${json}Content-Length: 9000000\r\n\r\n`), Buffer.alloc(9_000_000, 32)],
      true,
    ],
    ['body with a GET', () => good.replace('Connection', 'Content-Length: 3\r\nConnection').concat('abc')],
  ]
  const [name, make, halfClose = false] = random.pick(kinds)
  const made = make()
  return { name, pieces: typeof made === 'string' ? [Buffer.from(made, 'latin1')] : made, halfClose }
}

function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.int(0, 256)))
}
