import { expect, test } from 'vitest'
import { MessageReader, type Receiver } from './message-reader.ts'

/** What a reader makes of these chunks. */
function read(chunks: readonly Buffer[]): string[] {
  const told: string[] = []
  const receiver: Receiver = {
    parsed: () => told.push('parsed'),
    described: (shape) => told.push(`described ${shape.length}`),
    row: (bytes, at) => told.push(bytes.toString('latin1', at + 4, at + 4 + bytes.readInt32BE(at))),
    completed: (tag) => told.push(tag),
    failed: ({ code }) => told.push(`failed ${code}`),
    ready: () => told.push('ready'),
  }
  const reader = new MessageReader(receiver, () => String)
  for (const chunk of chunks) reader.read(chunk)
  return told
}

test('messages are the same, wherever the network cuts them', () => {
  const texts = ['', 'quartz', 'x'.repeat(500)]
  const all = Buffer.concat([
    ...[message('1'), message('n'), message('2')],
    ...texts.map((text) => message('D', Buffer.concat([Buffer.from([0, 1]), length(text.length), Buffer.from(text)]))),
    ...[message('C', 'SELECT 3\0'), message('Z', 'I'), message('E', 'C57014\0\0'), message('Z', 'E')],
  ])
  const whole = ['parsed', 'described 0', ...texts, 'SELECT 3', 'ready', 'failed 57014', 'ready']
  for (let size = 1; size <= all.length; size++) {
    const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
      all.subarray(n * size, (n + 1) * size),
    )
    expect([size, read(chunks)]).toEqual([size, whole])
  }
})

/** A message of the server. */
function message(type: string, body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(type), length(4 + body.length), Buffer.from(body)])
}

function length(bytes: number): Buffer {
  const written = Buffer.alloc(4)
  written.writeInt32BE(bytes)
  return written
}
