import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { BOUNDARY } from '../../../test/forms.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'

/** Over a real connection: forms that are refused or interrupted while they arrive. */

const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`
const CHUNK = Buffer.alloc(64 * 1024, 7)

test('a form that can only be refused is so before it has arrived, and no byte of it is stored', async () => {
  const lab = await listening()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const id = await lab.given.experiment(ada, { canwrite_base: 10 })
  const sendHalf = async (key: string, subid?: number) => {
    const { outgoing, answer } = open(lab, key, id, subid)
    outgoing.write(HEAD)
    outgoing.write(CHUNK)
    // The rest never comes, and the answer does not wait for it.
    const { statusCode } = await answer
    outgoing.destroy()
    return statusCode
  }
  expect(await sendHalf(ben.key)).toBe(403)

  const uploads = `experiments/${id}/uploads`
  const text = { action: 'createfromstring', file_type: 'json', real_name: 'a', content: '{}' }
  const { id: old } = await lab.as(ada).post(uploads, text)
  await lab.as(ada).patch(`${uploads}/${old}`, { action: 'archive' })
  expect(await sendHalf(ada.key, old)).toBe(422)
  expect(incoming(lab)).toEqual([])
})

test('an endless file is refused where the limit is, and nothing of it stays', async () => {
  const lab = await listening({ MAX_UPLOAD_SIZE: '1M' })
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const { outgoing, answer } = open(lab, ada.key, id)
  outgoing.write(HEAD)
  let isAnswered = false
  const answered = answer.finally(() => {
    isAnswered = true
  })
  for (let sent = 0; sent < 500 && !isAnswered; sent++) {
    outgoing.write(CHUNK)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect((await answered).statusCode).toBe(413)
  outgoing.destroy()
  await eventually(() => expect(incoming(lab)).toEqual([]))
})

test('a form with an endless preamble is refused', async () => {
  const lab = await listening()
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const { outgoing, answer } = open(lab, ada.key, id)
  let isAnswered = false
  const answered = answer.finally(() => {
    isAnswered = true
  })
  for (let sent = 0; sent < 500 && !isAnswered; sent++) {
    outgoing.write(CHUNK)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect([400, 413]).toContain((await answered).statusCode)
  outgoing.destroy()
})

test('a connection that breaks off in the middle of a file leaves nothing, and the service goes on', async () => {
  const lab = await listening()
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const { outgoing, answer } = open(lab, ada.key, id)
  answer.catch(() => {})
  outgoing.write(HEAD)
  for (let sent = 0; sent < 20; sent++) outgoing.write(CHUNK)
  await eventually(() => expect(incoming(lab)).toHaveLength(1), { timeout: 20_000 })
  outgoing.destroy()
  await eventually(() => expect(incoming(lab)).toEqual([]), { timeout: 20_000 })
  expect((await lab.as(ada).get<[]>(`experiments/${id}/uploads`)).body).toEqual([])
})

test('a file arrives as it is, at those who take it at once and those who take their time', async () => {
  const lab = await listening()
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const content = randomBytes(5_000_000)
  const { outgoing, answer } = open(lab, ada.key, id)
  outgoing.end(Buffer.concat([Buffer.from(HEAD), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]))
  const { pathname } = new URL((await answer).headers.location ?? '')
  const { port } = lab.app.server.address() as AddressInfo
  const take = async (pauseMs: number) => {
    const options = { host: '127.0.0.1', port, path: `${pathname}?format=binary`, headers: { authorization: ada.key } }
    const [reply] = (await once(request(options).end(), 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if (pauseMs > 0) await sleep(pauseMs)
    }
    return Buffer.concat(chunks).equals(content)
  }
  expect(await Promise.all([take(0), take(1), take(0), take(3)])).toEqual([true, true, true, true])
})

async function listening(env: Record<string, string> = {}): Promise<TestApp> {
  const lab = await testApp(env)
  await lab.app.listen({ host: '127.0.0.1', port: 0 })
  return lab
}

function open(
  lab: TestApp,
  key: string,
  id: number,
  subid?: number,
): { outgoing: ClientRequest; answer: Promise<IncomingMessage> } {
  const { port } = lab.app.server.address() as AddressInfo
  const headers = { authorization: key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const path = `/api/v2/experiments/${id}/uploads${subid === undefined ? '' : `/${subid}`}`
  const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', (reply) => {
      reply.resume()
      resolve(reply)
    })
    outgoing.on('error', reject)
  })
  onTestFinished(() => void outgoing.destroy())
  return { outgoing, answer }
}

function incoming({ ctx }: TestApp): string[] {
  return existsSync(ctx.files.incoming) ? readdirSync(ctx.files.incoming) : []
}
