import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as testCase } from 'vitest'
import { passedOn } from '../test/program.ts'
import { START_ARGUMENTS } from '../test/start-command.ts'

// Always runs on SQLite: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')
const testOnLinux = testCase.skipIf(process.env.TEST_ENGINE === 'postgres' || process.platform !== 'linux')

/** Runs the program in its own process, as `npm start` does, on SQLite in a folder. `limits` are those of the shell. */
function start(env: Record<string, string>, limits = '') {
  const line = [process.execPath, ...START_ARGUMENTS]
  const [program = '', ...rest] = limits === '' ? line : ['sh', '-c', `ulimit ${limits}; exec "$@"`, 'sh', ...line]
  const child = spawn(program, rest, {
    env: { ...passedOn(['PATH', 'NODE_COMPILE_CACHE']), PORT: '0', LOG_LEVEL: 'info', WEB: 'off', ...env },
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    output,
    ended,
    pid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Waits for the address that it prints when it is ready. */
    async ready(): Promise<string> {
      await expect.poll(() => output.out + output.err, { timeout: 100_000 }).toMatch(/ready at \S+\n/)
      return /ready at (\S+)\n/.exec(output.out)?.[1] ?? ''
    },
  }
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'aliquot-serve-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const LINK = /^ {2}(http:\S+\/setup#token=([\w-]{43}))$/m

test('a fresh start prints its address and a set-up link that works until somebody has an account', async () => {
  const DATA_DIR = await folder()
  const first = start({ DATA_DIR })
  const address = await first.ready()
  await expect.poll(() => first.output.out).toMatch(LINK)
  const [, link = '', oldToken] = LINK.exec(first.output.out) ?? []
  expect(link.startsWith(`${address}/setup#token=`)).toBe(true)
  expect(await (await fetch(`${address}/api/v2/setup`)).json()).toMatchObject({ needed: true })
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const second = start({ DATA_DIR, BASE_URL: 'http://notebook.example.org' })
  await second.ready()
  await expect.poll(() => second.output.out).toMatch(LINK)
  const [, newLink = '', token] = LINK.exec(second.output.out) ?? []
  expect(newLink.startsWith('http://notebook.example.org/setup#token=')).toBe(true)
  expect(token).not.toBe(oldToken)
  second.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.output.err).toBe('')
})

test('a data folder that is open to everybody is told, and nothing in it is open', async () => {
  const DATA_DIR = join(await folder(), 'volume')
  await mkdir(DATA_DIR)
  await chmod(DATA_DIR, 0o755)
  await mkdir(join(DATA_DIR, 'files'))
  await chmod(join(DATA_DIR, 'files'), 0o755)
  await writeFile(join(DATA_DIR, 'not-ours.txt'), 'x')
  await chmod(join(DATA_DIR, 'not-ours.txt'), 0o644)
  const service = start({ DATA_DIR })
  await service.ready()

  const names = (await readdir(DATA_DIR)).filter((name) => name !== 'not-ours.txt')
  expect(names).toEqual(expect.arrayContaining(['aliquot.db', 'aliquot.db-wal', 'aliquot.db-shm', 'files']))
  for (const name of names) expect((await stat(join(DATA_DIR, name))).mode & 0o077, name).toBe(0)
  expect((await stat(join(DATA_DIR, 'not-ours.txt'))).mode & 0o777).toBe(0o644)
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(service.output.out).toContain(`DATA_DIR: ${DATA_DIR} is readable by all users (755). Run chmod 700.`)
  expect(service.output.out.includes('running as root')).toBe(process.getuid?.() === 0)
})

test('whatever of a data folder was opened to others is closed by the next start', async () => {
  const DATA_DIR = await folder()
  const first = start({ DATA_DIR })
  await first.ready()
  first.kill('SIGKILL')
  await first.ended
  const names = await readdir(DATA_DIR)
  expect(names).toEqual(expect.arrayContaining(['aliquot.db', 'aliquot.db-wal', 'search.db']))
  for (const name of names) await chmod(join(DATA_DIR, name), 0o755)

  const second = start({ DATA_DIR })
  await second.ready()
  for (const name of await readdir(DATA_DIR)) expect((await stat(join(DATA_DIR, name))).mode & 0o077, name).toBe(0)
  second.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

testOnLinux(
  'a disk on which files can be made and not filled is told by /readyz, until it takes bytes again',
  async () => {
    const service = start({ DATA_DIR: await folder() })
    const address = await service.ready()
    const readiness = async () => {
      const reply = await fetch(`${address}/readyz`)
      return [reply.status, ((await reply.json()) as { description?: string }).description ?? '']
    }
    expect(await readiness()).toEqual([200, ''])
    limitFiles(service.pid, '1024:')
    // The last good answer counts for a moment.
    await expect
      .poll(readiness, { timeout: 60_000 })
      .toEqual([503, 'database: it takes no changes; disk: the data folder cannot be written'])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    limitFiles(service.pid, 'unlimited:')
    await expect.poll(readiness, { timeout: 60_000 }).toEqual([200, ''])
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
)

/** Writing more than so many bytes into a file fails from now on. */
function limitFiles(pid: number | undefined, most: string): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${most}`])
}

testOnLinux('more connections than there are descriptors are dropped and told, and the service goes on', async () => {
  const service = start({ DATA_DIR: await folder() }, '-n 128')
  const { port, origin } = new URL(await service.ready())
  const sockets = Array.from({ length: 128 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  await expect.poll(() => service.output.out, { timeout: 60_000 }).toMatch(/connections were dropped: \d+ are open/)
  for (const socket of sockets) socket.destroy()
  const health = () =>
    fetch(`${origin}/healthz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health, { timeout: 60_000 }).toBe(200)
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})

/** Prints at exit which files and which parts of Node were loaded. */
const TELL_LOADED = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on('exit', () => console.error([...loaded, ...process.moduleLoadList].join('\\n')))`

test('a start loads nothing large that it does not need yet', async () => {
  const DATA_DIR = await folder()
  const first = start({ DATA_DIR })
  await first.ready()
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TELL_LOADED)}`
  const service = start({ DATA_DIR, NODE_OPTIONS })
  await service.ready()
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)

  expect(service.output.err).toContain('/node_modules/kysely/')
  const large =
    /\/node_modules\/(sanitize-html|postcss|markdown-it|@fastify\/busboy|ajv|pg|tar-stream)\/|undici|\/migrations\/\d/
  expect(service.output.err.split('\n').filter((line) => large.test(line))).toEqual([])
})

/** Prints when memory is collected at our request. */
const TELL_COLLECTED = `
  const { gc } = globalThis
  globalThis.gc = (options) => { gc(options); console.error('collected', JSON.stringify(options)) }`

test('a service gives back the memory of its start, once', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TELL_COLLECTED)}`
  const service = start({ DATA_DIR: await folder(), NODE_OPTIONS })
  await service.ready()
  await expect.poll(() => service.output.err, { timeout: 20_000 }).toContain('collected')
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(service.output.err.match(/collected/g)).toHaveLength(1)
})

test('the set-up link makes the first account, and is not printed again', async () => {
  const DATA_DIR = await folder()
  const first = start({ DATA_DIR })
  const address = await first.ready()
  await expect.poll(() => first.output.out).toMatch(LINK)
  const token = LINK.exec(first.output.out)?.[2]
  const person = {
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: 'ada@example.org',
    password: 'a fairly long sentence',
  }
  const made = await fetch(`${address}/api/v2/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, token }),
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`${address}/api/v2/users/1`)
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(
    first.output.out
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join(),
  ).not.toContain(token)

  const second = start({ DATA_DIR })
  const again = await second.ready()
  expect(await (await fetch(`${again}/api/v2/setup`)).json()).toMatchObject({ needed: false })
  second.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(second.output.out).not.toContain('token')
})

test('a stop answers what is under way, and only that', async () => {
  const server = start({ DATA_DIR: await folder() })
  const address = await server.ready()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  onTestFinished(() => agent.destroy())
  const each = Array.from({ length: 16 }, (_, n) => n)
  await Promise.all(each.map(() => send(agent, `${address}/healthz`)))

  let answered = 0
  const slow = each.map(async (n) => {
    const status = await send(agent, `${address}/api/v2/session`, { email: `${n}@x.org`, password: 'wrong' })
    answered++
    return status
  })
  await Promise.race(slow)
  expect(answered).toBeLessThan(16)
  server.kill('SIGTERM')

  expect(await Promise.all(slow)).toEqual(each.map(() => 401))
  expect(await server.ended).toBe(0)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
})

test('it stops with the shell that npm ran it in, which npm tells to end in its place', async () => {
  const DATA_DIR = await folder()
  const command = `"${process.execPath}" ${START_ARGUMENTS.map((word) => `"${word}"`).join(' ')} > "${DATA_DIR}/out"; true`
  const shell = spawn('sh', ['-c', command], {
    env: { ...passedOn(['PATH', 'NODE_COMPILE_CACHE']), npm_lifecycle_event: 'start', DATA_DIR, PORT: '0', WEB: 'off' },
    cwd: tmpdir(),
    stdio: 'ignore',
  })
  const told = () => readFile(join(DATA_DIR, 'out'), 'utf8').catch(() => '')
  await expect.poll(told, { timeout: 100_000 }).toMatch(/ready at \S+\n/)
  const address = /ready at (\S+)\n/.exec(await told())?.[1] ?? ''
  expect((await fetch(`${address}/healthz`)).status).toBe(200)

  shell.kill('SIGTERM')

  await expect.poll(told, { timeout: 10_000 }).toContain('stopping (')
  await expect
    .poll(
      () =>
        fetch(`${address}/healthz`).then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone')
})

test('a connection that is open and silent does not hold up the stop', async () => {
  const server = start({ DATA_DIR: await folder() })
  const address = await server.ready()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  expect(await send(agent, `${address}/healthz`)).toBe(200)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a port in use is one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const server = start({ DATA_DIR: await folder(), PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.output.err).toBe(`PORT: ${port} on 127.0.0.1 is in use by another program\n`)
  expect(server.output.out).not.toContain('token')
})

test.each<[string, (path: string) => Promise<Record<string, string>>, RegExp]>([
  [
    'a data folder below a file',
    async (path) => {
      await writeFile(join(path, 'file'), '')
      return { DATA_DIR: join(path, 'file', 'data') }
    },
    /^DATA_DIR: \S+\/file\/data cannot be used: .*not a directory.*\n$/,
  ],
  [
    'a database that is none',
    async (path) => {
      await mkdir(join(path, 'data'))
      await writeFile(join(path, 'data', 'aliquot.db'), 'x'.repeat(4096))
      return { DATA_DIR: join(path, 'data') }
    },
    /^DATA_DIR: \S+\/data cannot be used: file is not a database\n$/,
  ],
  [
    'a database server that does not answer',
    async () => ({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/aliquot' }),
    /^DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  ],
  [
    'an address of another machine',
    async () => ({ HOST: '203.0.113.7' }),
    /^HOST: 203\.0\.113\.7 is not an address .*\n$/,
  ],
  ['a wrong setting', async () => ({ TIMEZONE: 'Mars/North' }), /^TIMEZONE: .*\n$/],
])('%s is one clear line', async (_, prepare, line) => {
  const path = await folder()
  const server = start({ DATA_DIR: join(path, 'data'), ...(await prepare(path)) })
  expect(await server.ended).toBe(1)
  expect(server.output.err).toMatch(line)
  expect(server.output.err + server.output.out).not.toContain('secret')
})

/** Sends a request over the agent's connections and returns the status. */
function send(agent: Agent, url: string, body?: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const sent = request(url, { agent, method, headers: { 'content-type': 'application/json' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
