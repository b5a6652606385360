import { hash, randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'

/** Over a real connection: interrupted parts, and parts that never end. */

const TUS = { 'tus-resumable': '1.0.0' }

test('what came before a connection broke is here, and the rest makes it whole', async () => {
  const { lab, key, path, filesOf } = await listening(1_000_000)
  const content = randomBytes(1_000_000)
  const broken = open(lab, 'PATCH', path, key, 0)
  broken.on('error', () => {})
  broken.write(content.subarray(0, 600_000))
  await untilReceived(lab, 600_000)
  broken.destroy()
  await eventually(async () => expect(await offsetOf(lab, path, key)).toBe(600_000), { timeout: 20_000 })
  const { status, headers } = await finish(open(lab, 'PATCH', path, key, 600_000), content.subarray(600_000))
  expect({ status, offset: headers['upload-offset'] }).toEqual({ status: 204, offset: '1000000' })
  expect(await filesOf()).toMatchObject([{ id: Number(headers['x-upload-id']), hash: hash('sha256', content) }])
})

test('a part that does not end gives way to whoever asks where the upload stands', async () => {
  const { lab, key, path, filesOf } = await listening(500_000)
  const content = randomBytes(500_000)
  const stuck = open(lab, 'PATCH', path, key, 0)
  stuck.on('error', () => {})
  stuck.write(content.subarray(0, 200_000))
  await untilReceived(lab, 200_000)
  // The connection is still open, but its client has moved on to another one.
  expect(await offsetOf(lab, path, key)).toBe(200_000)
  stuck.write(content.subarray(200_000, 300_000))
  const { status } = await finish(open(lab, 'PATCH', path, key, 200_000), content.subarray(200_000))
  expect(status).toBe(204)
  expect(await filesOf()).toMatchObject([{ hash: hash('sha256', content) }])
})

test('of two that send the same part at once, one is told where the upload stands', async () => {
  const { lab, key, path, filesOf } = await listening(400_000)
  const content = randomBytes(400_000)
  const both = [0, 0].map((offset) => finish(open(lab, 'PATCH', path, key, offset), Buffer.from(content)))
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([204, 409])
  // On a slow machine the first one was stopped before it had everything.
  const offset = await offsetOf(lab, path, key)
  if (offset < content.length) await finish(open(lab, 'PATCH', path, key, offset), content.subarray(offset))
  expect(await filesOf()).toMatchObject([{ hash: hash('sha256', content) }])
})

test('a part that arrives too slowly is refused, and what has come of it is here', async () => {
  const { lab, key, path } = await listening(500_000)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = open(lab, 'PATCH', path, key, 0)
  slow.write(Buffer.alloc(20_000))
  await untilReceived(lab, 20_000)
  const answer = answerOf(slow)
  vi.advanceTimersByTime(61_000)
  expect((await answer).status).toBe(408)
  vi.useRealTimers()
  expect(await offsetOf(lab, path, key)).toBe(20_000)
})

test('a part that can only be refused is so before it has arrived', async () => {
  const { lab, path, key } = await listening(400_000)
  const other = await lab.given.user()
  for (const [who, offset, expected] of [
    [other.key, 0, 404],
    ['1-00', 0, 401],
    [key, 7, 409],
  ] as const) {
    const outgoing = open(lab, 'PATCH', path, who, offset)
    outgoing.write(Buffer.alloc(1000))
    expect((await answerOf(outgoing)).status).toBe(expected)
    outgoing.destroy()
  }
  expect(await offsetOf(lab, path, key)).toBe(0)
})

async function listening(size: number) {
  const lab = await testApp()
  await lab.app.listen({ host: '127.0.0.1', port: 0 })
  const ada = await lab.given.user()
  const entry = await lab.given.experiment(ada)
  const told = { filename: 'gel.tif', entity_type: 'experiments', entity_id: String(entry) }
  const pairs = Object.entries(told).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': pairs.join(',') }
  const { path = '' } = await lab.as(ada).send('POST', 'resumable-uploads', undefined, headers)
  const filesOf = async () => (await lab.as(ada).get(`experiments/${entry}/uploads`)).body
  return { lab, key: ada.key, path, filesOf }
}

function open(lab: TestApp, method: string, path: string, key: string, offset: number): ClientRequest {
  const { port } = lab.app.server.address() as AddressInfo
  const headers = {
    ...TUS,
    authorization: key,
    ...(method === 'PATCH' && {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'transfer-encoding': 'chunked',
    }),
  }
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers })
  onTestFinished(() => void outgoing.destroy())
  return outgoing
}

interface Answered {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
}

function finish(outgoing: ClientRequest, bytes?: Buffer): Promise<Answered> {
  const answer = answerOf(outgoing)
  outgoing.end(bytes)
  return answer
}

function answerOf(outgoing: ClientRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      incoming.resume()
      resolve({ status: incoming.statusCode, headers: incoming.headers })
    })
  })
}

async function offsetOf(lab: TestApp, path: string, key: string): Promise<number> {
  return Number((await finish(open(lab, 'HEAD', path, key, 0))).headers['upload-offset'])
}

/** Waits until that many bytes are written, noted or not. */
async function untilReceived({ ctx }: TestApp, bytes: number): Promise<void> {
  const folder = join(dirname(ctx.files.incoming), 'partial')
  const parts = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => basename(path) === 'part')
  const written = () => parts().map((path) => statSync(join(folder, path)).size)
  await eventually(() => expect(written()).toEqual([bytes]), { timeout: 20_000 })
}
