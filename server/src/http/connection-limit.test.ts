import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { boundConnections } from './connection-limit.ts'

test('connections beyond the bound are dropped and told once, and the service goes on', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const { app } = await testApp()
  boundConnections(app.server, log, 3)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const kept: Socket[] = []
  for (let n = 0; n < 3; n++) {
    const socket = await open()
    // A request under way: idle connections make room as soon as one is dropped.
    socket.write('POST /api/v2/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n')
    await once(app.server, 'request')
    kept.push(socket)
  }
  for (let n = 0; n < 5; n++) {
    const socket = await open()
    socket.resume()
    await once(socket, 'close')
  }
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: expect.stringMatching(/^connections were dropped: 3/),
  })
  for (const socket of kept) socket.destroy()
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
})
