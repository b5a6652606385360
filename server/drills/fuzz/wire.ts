import { connect } from 'node:net'

/** The answer on a connection. */
export interface Exchange {
  /** 0 if the connection ended without an answer. */
  status: number
  headers: Map<string, string>
  body: string
  ms: number
  /** No answer, and the connection stayed open. */
  hung: boolean
  /** Bytes after the first answer. */
  more: number
}

export const HANG_MS = 5000

/**
 * Sends raw bytes on a new connection and reads until it ends. `pieces` are sent one after the other; `halfClose`
 * closes our side.
 */
export function exchange(port: number, pieces: readonly Buffer[], { halfClose = false } = {}): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now()
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const finish = (hung: boolean) => {
      clearTimeout(limit)
      socket.destroy()
      resolve({ ...parseAnswer(Buffer.concat(chunks)), ms: performance.now() - started, hung })
    }
    const limit = setTimeout(() => finish(true), HANG_MS)
    // Refused bytes may be answered and the rest reset; what counts is the answer before.
    socket.on('error', () => {})
    socket.on('close', () => finish(false))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece)
      if (halfClose) socket.end()
    })
  })
}

function parseAnswer(data: Buffer): Pick<Exchange, 'status' | 'headers' | 'body' | 'more'> {
  const end = data.indexOf('\r\n\r\n')
  const [first = '', ...lines] = data.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  const rest = end < 0 ? Buffer.alloc(0) : data.subarray(end + 4)
  const length = headers.get('content-length')
  const whole = length === undefined ? rest : rest.subarray(0, Number(length))
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : whole
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: body.toString(),
    more: rest.length - whole.length,
  }
}

function joinChunks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  while (at < data.length) {
    const lineEnd = data.indexOf('\r\n', at)
    const size = Number.parseInt(data.toString('latin1', at, lineEnd), 16)
    if (lineEnd < 0 || !(size > 0)) break
    parts.push(data.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}
