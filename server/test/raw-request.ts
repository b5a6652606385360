import { connect } from 'node:net'
import type { TestApp } from './harness.ts'

export interface RawReply {
  status: number
  headers: Record<string, string>
  body: string
}

/** Listens on a free local port. It closes with the test's app. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<number> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

/** Sends raw bytes, for what no HTTP client would send, and reads until the server closes or has answered. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (isComplete(text)) socket.end()
    })
    socket.on('error', (error) => (text === '' ? reject(error) : undefined))
    socket.on('close', () => (text === '' ? reject(new Error('closed without an answer')) : resolve(parse(text))))
  })
}

function isComplete(text: string): boolean {
  const { headers, body } = parse(text)
  const length = headers['content-length']
  return text.includes('\r\n\r\n') && length !== undefined && body.length >= Number(length)
}

function parse(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((header) => {
      const [name = '', ...value] = header.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
