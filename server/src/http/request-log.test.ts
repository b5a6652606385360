import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { cookieOf, givenPerson, PASSWORD } from '../../test/browser.ts'
import { oneFile } from '../../test/forms.ts'
import { testApp } from '../../test/harness.ts'

interface Line {
  [key: string]: unknown
}

/** A service that collects its log lines. */
async function loggedApp(level = 'info', env: Record<string, string> = {}) {
  const lines: string[] = []
  const log = pino({ level, base: null }, { write: (line: string) => void lines.push(line) })
  const lab = await testApp(env, { log })
  return { lab, lines, requests: () => lines.map((line) => JSON.parse(line) as Line).filter((line) => line.method) }
}

test('each request leaves one line: who, what, how it ended, how long it took', async () => {
  const { lab, requests } = await loggedApp()
  const ada = await lab.given.user()
  const reply = await lab.as(ada).get('info')
  await lab.as(undefined).get('info')
  await lab.as(ada).get('/api/v2/%zz')
  expect(requests()).toMatchObject([
    {
      reqId: reply.headers['x-request-id'],
      method: 'GET',
      path: '/api/v2/info',
      status: 200,
      ms: expect.any(Number),
      user: ada.id,
      via: `apikey:${Number.parseInt(ada.key, 10)}`,
      address: '127.0.0.1',
    },
    { status: 401 },
    { status: 400, path: '/api/v2/%zz' },
  ])
})

test('no line holds a key, a cookie, a password, a query or a body', async () => {
  const { lab, lines } = await loggedApp('debug')
  const ada = await givenPerson(lab)
  const secrets = [ada.key, PASSWORD, 'SECRETQUERY', 'SECRETBODY', 'SECRETTITLE']
  const session = await lab.as(undefined).post('session', { email: ada.email, password: PASSWORD })
  secrets.push(cookieOf(session).split('=')[1] ?? 'no cookie')
  await lab.as(undefined).get('info', { cookie: cookieOf(session) })
  await lab.as(ada).get('experiments?q=SECRETQUERY')
  await lab.as(ada).get('nonsense?q=SECRETQUERY')
  await lab.as(ada).post('experiments', { title: 'SECRETTITLE', body: 'SECRETBODY' })
  await lab.as(ada).post('experiments', '{"title": "SECRETTITLE')
  await lab.as(ada).patch('experiments/1', { nonsense: 'SECRETBODY' })
  const created = await lab.as(ada).post('apikeys', { canwrite: 1 })
  const key = created.headers.location?.split('/').pop() ?? ''
  secrets.push(key)
  // Some program follows the Location of a new key.
  await lab.app.inject({ method: 'GET', url: `/${key}` })
  await lab.app.inject({ method: 'GET', url: `/api/v2/apikeys/${key}`, headers: { authorization: ada.key } })
  await lab.app.inject({ method: 'GET', url: '/setup?token=SECRETQUERY' })

  expect(lines.length).toBeGreaterThanOrEqual(11)
  for (const secret of secrets) {
    const text = secret.replace(/^\d+-/, '')
    expect(text.length).toBeGreaterThan(8)
    expect(lines.filter((line) => line.includes(text))).toEqual([])
  }
})

test('a bug is logged with its cause under the id that the client was told', async () => {
  const { lab, lines } = await loggedApp()
  const ada = await lab.given.user()
  await lab.ctx.db.close()
  const reply = await lab.as(ada).get<{ description: string }>('info')
  expect(reply.status).toBeGreaterThanOrEqual(500)
  const line = lines.map((text) => JSON.parse(text) as Line).find(({ err }) => err)
  expect(line).toMatchObject({ reqId: reply.headers['x-request-id'], err: { stack: expect.any(String) } })
})

test.each([
  ['a file beyond the quota is refused without an error in the log', { FILES_TEAM_QUOTA: '1K' }, 0],
  ['a disk without room is told to who runs the service', { FILES_FREE_SPACE: '900T' }, 1],
])('%s', async (_, env, errors) => {
  const { lab, lines } = await loggedApp('info', env)
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const reply = await lab.as(ada).postForm(`experiments/${id}/uploads`, oneFile('a.bin', Buffer.alloc(2000)))
  expect(reply.status).toBe(507)
  const told = lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ reqId }) => reqId === reply.headers['x-request-id'])
  expect(told.filter(({ err }) => err)).toHaveLength(errors)
  expect(told).toContainEqual(expect.objectContaining({ level: 30, status: 507 }))
})

test('with the level above info nothing is logged for a request', async () => {
  const { lab, lines } = await loggedApp('warn')
  await lab.as(undefined).get('info')
  expect(lines).toEqual([])
})

test('a client that has gone before it is heard is no bug, and changes nothing', async () => {
  const { lab, lines } = await loggedApp()
  const ada = await lab.given.user()
  // A cached credential is admitted at once, before the service learns that the client is gone.
  await lab.as(ada).get('info')
  await lab.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => lab.app.close())
  const { port } = lab.app.server.address() as AddressInfo
  const head = `POST /api/v2/experiments HTTP/1.1\r\nHost: x\r\nAuthorization: ${ada.key}\r\n`
  const request = `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
  const client = `const socket = net.connect(${port}, '127.0.0.1', () =>
    socket.write(${JSON.stringify(request)}, () => socket.resetAndDestroy()))`
  const heard = once(lab.app.server, 'request')
  // The service waits for the client to end, so it accepts the connection when its address is no longer known.
  execFileSync(process.execPath, ['-e', client])
  await heard

  expect((await lab.as(ada).post('experiments', {})).headers.location).toMatch(/\/1$/)
  expect(lines.map((line) => JSON.parse(line) as Line).filter(({ err }) => err)).toEqual([])
})
