import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { commandHelp, overview, usageOf } from '../src/cli/help.ts'
import { parse } from '../src/cli/parse.ts'
import { VERSION } from '../src/version.ts'
import { DOCTOR_CHECKS } from './doctor-checks.ts'
import { emptyInstance, type TestInstance, type TestServer, testInstance } from './program.ts'
import { START_ARGUMENTS } from './start-command.ts'

const PASSWORD = 'gx8Vk2pQz0mT vlnrtx'
const onSqlite = process.env.TEST_ENGINE !== 'postgres'
const root = join(import.meta.dirname, '../..')

/** The output and refusals do not depend on the engine, and each needs its own processes. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

test('a team, a person and keys can be made, listed and taken away', async () => {
  const instance = await testInstance()
  expect(await instance.json(['team', 'create', '--name', 'Chemistry'])).toEqual({ id: 2 })
  expect(await instance.json(['team', 'list'])).toMatchObject([
    { id: 1, name: 'Default team', members: 0 },
    { id: 2, name: 'Chemistry' },
  ])
  expect(await createAda(instance, ['--admin', '--sysadmin'])).toEqual({ userid: 1 })
  expect(await instance.json(['user', 'list'])).toMatchObject([
    { userid: 1, email: 'ada@example.org', is_sysadmin: 1, validated: 1, teams: [{ id: 1, is_admin: 1 }] },
  ])
  const key = ['apikey', 'create', '--user', 'ADA@example.org', '--team', '1', '--name', 'robot']
  const made = await instance.json<{ id: number; key: string }>(key)
  expect(made).toEqual({ id: 1, key: expect.stringMatching(/^1-[0-9a-f]{64}$/) })
  expect(await instance.json([...key, '--read-only'])).toMatchObject({ id: 2 })
  expect(await instance.json(['apikey', 'list', '--user', 'ada@example.org'])).toMatchObject([
    { id: 1, name: 'robot', email: 'ada@example.org', team: 1, can_write: 1, last_used_at: null },
    { id: 2, can_write: 0 },
  ])
  expect(JSON.stringify(await instance.json(['apikey', 'list']))).not.toContain(made.key.slice(2))
  expect(await instance.json(['apikey', 'revoke', '1'])).toEqual({ id: 1 })
  expect(await instance.json(['apikey', 'list'])).toMatchObject([{ id: 2 }])
  expect(await instance.json(['verify'])).toMatchObject({ ok: true, findings: [] })
})

test.skipIf(onPostgres)(
  'a team is shown, changed and deleted',
  async () => {
    const instance = (await testInstance()).hosted()
    await instance.json(['team', 'create', '--name', 'Chemistry'])
    const set = (setting: string, value: string) => ['team', 'set', '2', '--setting', setting, '--value', value]
    expect(await instance.json(set('user_create_tag', 'off'))).toEqual({ id: 2 })
    expect(await instance.json(['team', 'show', '2'])).toMatchObject({ name: 'Chemistry', user_create_tag: 0 })
    await instance.json(set('files_quota', '20G'))
    expect((await instance.json<object[]>(['team', 'list']))[1]).toMatchObject({
      files_bytes: 0,
      files_limit: 20 * 1024 ** 3,
    })
    await instance.json(set('files_quota', ''))
    expect((await instance.aliquot(['team', 'list'])).stdout).toMatch(/^2 +Chemistry +0 +0\.00 B +none$/m)
    expect(await instance.aliquot(set('nonsense', '1'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nonsense: is not an attribute'),
    })
    expect(await instance.json(['team', 'delete', '2'])).toEqual({ id: 2 })
    expect(await instance.aliquot(['team', 'show', '2'])).toMatchObject({
      code: 1,
      stderr: 'aliquot: there is no team 2\n',
    })
    expect(await instance.json(['team', 'list'])).toHaveLength(1)
  },
  60_000,
)

test.skipIf(onPostgres)(
  'without --json people get readable lines, and the key alone on standard output',
  async () => {
    const instance = (await testInstance()).hosted()
    await createAda(instance)
    const { stdout, stderr } = await instance.aliquot([
      ...['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'x'],
    ])
    expect(stdout).toMatch(/^1-[0-9a-f]{64}\n$/)
    expect(stderr).toBe('This is the only time the key is shown:\n')
    expect((await instance.aliquot(['user', 'list'])).stdout).toMatch(
      /^id {2}e-mail .*\n1 {3}ada@example\.org {2}Ada Lovelace/,
    )
    expect((await instance.aliquot(['team', 'create', '--name', 'Two'])).stdout).toBe('Team 2 is there\n')
    expect((await instance.aliquot(['verify'])).stdout).toMatch(/^Everything fits: 0 entries, \d+ events/)
  },
  60_000,
)

test('the operator finds the webhook that sends and switches it off; its owner is told', async () => {
  const instance = (await testInstance()).hosted()
  await createAda(instance)
  expect((await instance.aliquot(['webhooks', 'list'])).stdout).toBe('there are no webhooks\n')
  const server = await instance.serve()
  const create = ['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'x']
  const { key } = await instance.json<{ key: string }>(create)
  // Nobody is there, which is an attempt, too.
  await server.call(key, 'POST', 'webhooks', { url: 'https://receiver.invalid/storm' })
  await server.call(key, 'POST', 'webhooks', { url: 'https://receiver.invalid/calm', kinds: ['comment.created'] })
  await server.call(key, 'POST', 'experiments', {})
  const list = () => instance.json<{ id: number; attempts: number }[]>(['webhooks', 'list'])
  await expect.poll(async () => (await list())[0]?.attempts ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await list()).toMatchObject([
    { id: 1, url: 'https://receiver.invalid/storm', scope: 'user', fullname: 'Ada Lovelace', state: 'failing' },
    { id: 2, state: 'active', attempts: 0 },
  ])
  expect(JSON.stringify(await list())).not.toContain('secret')
  expect(await instance.json(['webhooks', 'off', '1'])).toEqual({ id: 1 })
  expect((await instance.aliquot(['webhooks', 'list'])).stdout).toMatch(
    /^1 +https:\/\/receiver.invalid\/storm +user .* off /m,
  )
  const read = async (path: string) =>
    (await fetch(`${server.base}/api/v2/${path}`, { headers: { authorization: key } })).json()
  expect(await read('webhooks/1')).toMatchObject({ active: 0, off_reason: 'operator' })
  expect(await read('users/me/notifications')).toMatchObject([
    { category: 130, body: { webhook: 1, reason: 'operator' } },
  ])
  expect(await instance.aliquot(['webhooks', 'off', '9'])).toMatchObject({
    code: 1,
    stderr: 'aliquot: there is no webhook 9\n',
  })
  expect(await instance.json(['verify'])).toMatchObject({ ok: true })
})

test('a running server notices at once what the command line changes', async () => {
  const instance = (await testInstance()).hosted()
  await createAda(instance)
  const server = await instance.serve()
  const create = ['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'x']
  const { id, key } = await instance.json<{ id: number; key: string }>(create)
  const reader = await instance.json<{ id: number; key: string }>([...create, '--read-only'])
  expect((await server.call(key, 'GET', 'users/me')).status).toBe(200)
  expect((await server.call(key, 'POST', 'experiments', {})).status).toBe(201)
  expect((await server.call(reader.key, 'POST', 'experiments', {})).status).toBe(403)
  expect((await server.call(key, 'GET', 'users/me')).status).toBe(200)

  // Control characters in texts must not affect the terminal.
  await server.call(key, 'PATCH', 'experiments/1', { title: 'First \u001b[31m', body: '<p>\u009b2J</p>' })
  const before = new Date().toISOString()
  await server.call(key, 'PATCH', 'experiments/1', { title: 'Second' })
  expect(await instance.json(['entry', 'show', '1'])).toMatchObject({ id: 1, title: 'Second' })
  const shown = await instance.aliquot(['entry', 'show', '1', '--as-of', before])
  expect(shown.stdout).toMatch(/^title +First \ufffd\[31m$/m)
  expect(shown.stdout).toMatch(/^<p>\ufffd2J<\/p>$/m)
  expect(await instance.aliquot(['entry', 'show', '1', '--as-of', 'yesterday'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--as-of: must be an instant'),
  })
  expect(await instance.aliquot(['entry', 'show', '9'])).toMatchObject({ code: 1 })

  const out = join(instance.folder, 'all.csv')
  const exported = { type: 'experiments', format: 'csv', entries: 1 }
  expect(await instance.json(['export', '--out', out, '--owner', 'ada@example.org'])).toMatchObject(exported)
  expect(readFileSync(out, 'utf8')).toContain(',Second,')

  await instance.json(['apikey', 'revoke', String(id)])
  expect((await server.call(key, 'GET', 'users/me')).status).toBe(401)
  expect((await server.call(reader.key, 'GET', 'users/me')).status).toBe(200)

  await instance.json(['team', 'create', '--name', 'New'])
  expect(await instance.json(['verify'])).toMatchObject({ ok: true, chains: 1 })
  expect(await server.stop()).toBe(0)
  // A graceful stop leaves a checkpoint over everything.
  expect(await instance.json(['verify'])).toMatchObject({ ok: true, checkpoints: 1 })
})

test('hashes of checkpoints are shown, and verify tells when one that was kept is not there any more', async () => {
  const instance = (await testInstance()).hosted()
  await createAda(instance)
  expect(await (await instance.serve()).stop()).toBe(0)
  const [checkpoint] = await instance.json<{ hash: string }[]>(['checkpoints'])
  const { stdout } = await instance.aliquot(['checkpoints'])
  expect(stdout).toMatch(new RegExp(`^\\d+ \\S+ \\d+ ${checkpoint?.hash}\\n$`))

  const kept = join(instance.folder, 'kept.txt')
  writeFileSync(kept, stdout)
  expect(await instance.json(['verify', '--against', kept])).toMatchObject({ ok: true, findings: [] })
  const other = 'ab'.repeat(32)
  expect(await instance.aliquot(['verify', '--against', other])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`no checkpoint has the hash ${other}`),
  })
  expect(await instance.aliquot(['verify', '--against', 'nonsense'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nonsense is neither a file nor a hash'),
  })
})

test('a restore ends the sessions of the archive unless told otherwise, and says which keys live again', async () => {
  const instance = (await testInstance()).hosted()
  await createAda(instance)
  await instance.json(['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'robot'])
  const server = await instance.serve()
  expect((await signIn(server)).status).toBe(201)
  await server.stop()
  const file = join(instance.folder, 'notebook.tar.zst')
  await instance.json(['backup', file])

  const target = (await emptyInstance()).hosted()
  const { code, stdout } = await target.aliquot(['restore', file])
  expect(code).toBe(0)
  expect(stdout).toContain('Ended 1 sessions and 0 links to set a password\n1 API keys open accounts again')
  expect(await target.json(['user', 'sessions', 'ada@example.org'])).toEqual([])

  const keeping = (await emptyInstance()).hosted()
  expect(await keeping.json(['restore', file, '--keep-sessions'])).toMatchObject({ sessions_ended: 0, keys_alive: 1 })
  expect(await keeping.json(['user', 'sessions', 'ada@example.org'])).toHaveLength(1)
})

function signIn({ base }: TestServer): Promise<Response> {
  return fetch(`${base}/api/v2/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Browser on the bench' },
    body: JSON.stringify({ email: 'ada@example.org', password: PASSWORD }),
  })
}

test('sessions and keys of a person are listed and ended, those of others stay', async () => {
  const instance = (await testInstance()).hosted()
  await createAda(instance)
  await instance.json(ada('ben@example.org'), { input: `${PASSWORD}\n` })
  const server = await instance.serve()
  const keyOf = async (user: string) =>
    (await instance.json<{ key: string }>(['apikey', 'create', '--user', user, '--team', '1', '--name', 'x'])).key
  const [key, other] = [await keyOf('ada@example.org'), await keyOf('ben@example.org')]
  const cookie = (await signIn(server)).headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const statusOfSession = async () => (await fetch(`${server.base}/api/v2/session`, { headers: { cookie } })).status
  const sessions = ['user', 'sessions', 'ADA@example.org']
  const keys = ['user', 'keys', 'ada@example.org']

  expect(await instance.json(sessions)).toMatchObject([{ id: 1, user_agent: 'Browser on the bench' }])
  expect((await instance.aliquot(sessions)).stdout).toMatch(/^id {2}address .*\n1 .*Browser on the bench\n$/)
  expect(JSON.stringify(await instance.json(sessions))).not.toContain('token')
  expect(await statusOfSession()).toBe(200)
  expect(await instance.json([...sessions, '--end'])).toMatchObject([{ id: 1 }])
  expect(await statusOfSession()).toBe(401)
  expect(await instance.json(sessions)).toEqual([])

  expect(await instance.json(keys)).toMatchObject([{ id: 1, email: 'ada@example.org' }])
  expect((await server.call(key, 'GET', 'users/me')).status).toBe(200)
  expect(await instance.json([...keys, '--remove'])).toMatchObject([{ id: 1 }])
  expect((await server.call(key, 'GET', 'users/me')).status).toBe(401)
  expect((await server.call(other, 'GET', 'users/me')).status).toBe(200)
  expect(await instance.json(keys)).toEqual([])
  expect(await instance.json(['verify'])).toMatchObject({ ok: true, findings: [] })
})

describe.skipIf(onPostgres)('a password on standard input', () => {
  test('loses one line end and nothing else', async () => {
    const instance = (await testInstance()).hosted()
    await createAda(instance)
    const server = await instance.serve()
    const signIn = async (password: string) => {
      const response = await fetch(`${server.base}/api/v2/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.org', password }),
      })
      return response.status
    }
    expect(await signIn(`${PASSWORD}\n`)).toBe(401)
    expect(await signIn(PASSWORD)).toBeLessThan(300)
  })

  test('is held against the rules', async () => {
    const instance = (await testInstance()).hosted()
    const { code, stderr } = await instance.aliquot(ada(), { input: 'short\n' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^aliquot: password: .*12.*\n$/)
    expect(await instance.json(['user', 'list'])).toEqual([])
  })
})

const failures: [string, string[], number, RegExp][] = [
  ['an unknown command', ['frobnicate'], 2, /no command "frobnicate"/],
  ['an unknown second word', ['user', 'destroy'], 2, /no command "user destroy", see aliquot user --help/],
  ['an unknown option', ['team', 'list', '--verbose'], 2, /Unknown option '--verbose'/],
  ['a missing option', ['team', 'create'], 2, /--name is missing/],
  ['a missing argument', ['apikey', 'revoke'], 2, /ID is missing/],
  ['a word too many', ['team', 'list', 'all'], 2, /"all" is one word too many/],
  ['an id that is no number', ['apikey', 'revoke', '1-abc'], 2, /ID must be a positive whole number, not "1-abc"/],
  ['an id too large', ['apikey', 'revoke', '99999999999'], 2, /ID must be/],
  ['an empty name', ['team', 'create', '--name', ' '], 1, /name: must not be empty/],
  ['a key that is not there', ['apikey', 'revoke', '7'], 1, /there is no API key 7/],
  ['a key of the config that is not there', ['config', 'get', '--key', 'nonsense'], 2, /there is no key "nonsense"/],
  ['a value that means nothing', ['config', 'set', '--value', 'maybe', 'anon_users'], 1, /anon_users: must be 0 or 1/],
  ['nothing to set', ['config', 'set', 'anon_users'], 2, /one of --value, --value-stdin and --default/],
  ['nothing to change', ['user', 'set', 'x@y.z'], 2, /nothing to change is given/],
  ['a person who is not there', ['apikey', 'list', '--user', 'x@y.z'], 1, /there is no user with the e-mail x@y\.z/],
  [
    'sessions of a person who is not there',
    ['user', 'sessions', 'x@y.z'],
    1,
    /there is no user with the e-mail x@y\.z/,
  ],
  ['a backup that is not there', ['restore', '/nowhere/x.tar.zst'], 1, /no such file/],
]

describe.skipIf(onPostgres)('one line and the right exit code tell of', () => {
  // Failures change nothing, so all share one.
  let instance: TestInstance
  beforeAll(async () => {
    let close = async () => {}
    const own = await testInstance((closing) => {
      close = closing
    })
    instance = own.hosted()
    return close
  })

  test.each(failures)(
    '%s',
    async (_name, args, exit, message) => {
      const plain = await instance.aliquot(args)
      expect(plain).toMatchObject({ code: exit, stdout: '' })
      expect(plain.stderr).toMatch(message)
      expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1)
      const json = await instance.aliquot([...args, '--json'])
      expect(json).toMatchObject({ code: exit, stdout: '' })
      expect(JSON.parse(json.stderr)).toEqual({ error: expect.stringMatching(message) })
    },
    60_000,
  )
})

test.skipIf(onPostgres)(
  'people and keys that do not fit are refused',
  async () => {
    const instance = (await testInstance()).hosted()
    await createAda(instance)
    const again = await instance.aliquot(ada(), { input: PASSWORD })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('email: is already used') })
    const lost = await instance.aliquot(ada('ben@example.org', '9'), { input: PASSWORD })
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('no team with this id') })
    await instance.json(['team', 'create', '--name', 'Other'])
    const key = ['apikey', 'create', '--user', 'ada@example.org', '--team', '2', '--name', 'x']
    expect(await instance.aliquot(key)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not an active member'),
    })
  },
  60_000,
)

test.skipIf(onPostgres)(
  'a wrong setting is named',
  async () => {
    const instance = (await emptyInstance()).hosted()
    const { code, stderr } = await instance.aliquot(['team', 'list'], { env: { PORT: 'seven' } })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^aliquot: PORT: /)
  },
  60_000,
)

test.skipIf(onPostgres)(
  'a database that does not answer is told with the setting that names it',
  async () => {
    const instance = (await emptyInstance()).hosted()
    const env = { DATABASE_URL: 'postgres://nobody:hush@127.0.0.1:1/nothing' }
    for (const args of [['verify'], ['user', 'list'], ['team', 'create', '--name', 'x']]) {
      const { code, stderr } = await instance.aliquot(args, { env })
      expect(code).toBe(1)
      expect(stderr).toMatch(/^aliquot: DATABASE_URL: the database cannot be used: .*ECONNREFUSED/)
      expect(stderr).not.toContain('hush')
    }
  },
  60_000,
)

test('migrate makes the schema and then has nothing to do', async () => {
  const instance = (await emptyInstance()).hosted()
  const { applied } = await instance.json<{ applied: string[] }>(['migrate'])
  expect(applied[0]).toBe('0001-init')
  expect(await instance.json(['migrate'])).toEqual({ applied: [] })
})

test.runIf(onSqlite)(
  'what needs an instance does not make one where there is none',
  async () => {
    const instance = (await emptyInstance()).hosted()
    for (const args of [
      ...[
        ['verify'],
        ['backup', 'x.tar.zst'],
        ['user', 'list'],
        ['team', 'list'],
        ['apikey', 'list'],
        ['config', 'get'],
      ],
      ['apikey', 'create', '--user', 'ada@example.org', '--team', '1', '--name', 'x'],
      ['user', 'set', '--validated', 'off', 'ada@example.org'],
    ]) {
      const { code, stderr } = await instance.aliquot(args)
      expect(code, args.join(' ')).toBe(1)
      expect(stderr, args.join(' ')).toContain('there is no instance in')
    }
    expect(() => statSync(join(instance.folder, 'data/aliquot.db'))).toThrow()
  },
  60_000,
)

describe('doctor', () => {
  test('finds nothing wrong with a fresh instance', async () => {
    const instance = (await testInstance()).hosted()
    const { ok, checks } = await instance.json<{ ok: boolean; checks: { name: string; state: string }[] }>(['doctor'])
    expect(ok).toBe(true)
    expect(checks.map(({ name }) => name)).toEqual(DOCTOR_CHECKS)
    const { stdout } = await instance.aliquot(['doctor'])
    expect(stdout).toMatch(/^✓ configuration {2}valid/)
    expect(stdout.trimEnd().split('\n')).toHaveLength(DOCTOR_CHECKS.length)
  })

  test('tells of a data folder that everybody may look into', async () => {
    const instance = await emptyInstance()
    chmodSync(join(instance.folder, 'data'), 0o755)
    const { code, stdout } = await instance.aliquot(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ permissions .*\(755\)\. Run chmod 700\.$/m)
  })

  test('looks, and makes nothing: not even the folder of the data', async () => {
    const instance = await emptyInstance()
    const folder = join(instance.folder, 'not/yet')
    const { code, stdout } = await instance.aliquot(['doctor'], { env: { DATA_DIR: folder } })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^! disk .*does not exist yet; the first start creates it/m)
    expect(existsSync(join(instance.folder, 'not'))).toBe(false)
  })

  test('tells of wrong settings and of a database that does not answer', async () => {
    const instance = (await emptyInstance()).hosted()
    const wrong = await instance.aliquot(['doctor'], { env: { PORT: 'seven' } })
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringMatching(/^✗ configuration {2}PORT: /) })
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    const { code, stdout } = await instance.aliquot(['doctor', '--json'], { env: away })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'database', state: 'wrong' })]),
    })
  })
})

test.skipIf(onPostgres)(
  'what is set for the whole instance is shown and changed',
  async () => {
    const instance = (await testInstance()).hosted()
    expect(await instance.json(['config', 'set', '--value', '1', 'anon_users'])).toEqual({ anon_users: '1' })
    expect(await instance.json(['config', 'get', '--key', 'anon_users'])).toEqual({ anon_users: '1' })
    const secret = ['config', 'set', '--value-stdin', 'smtp_password', '--json']
    expect(JSON.parse((await instance.aliquot(secret, { input: 'very secret\n' })).stdout)).toEqual({
      smtp_password: '********',
    })
    const shown = await instance.aliquot(['config', 'get'])
    expect(shown.stdout).toMatch(/^anon_users +1$/m)
    expect(shown.stdout).not.toContain('very secret')
    expect(await instance.json(['config', 'set', '--default', 'anon_users'])).toEqual({ anon_users: '0' })
    expect(await instance.json(['verify'])).toMatchObject({ ok: true })
  },
  60_000,
)

test.skipIf(onPostgres)(
  'an account is changed, and the last sysadmin stays one',
  async () => {
    const instance = (await testInstance()).hosted()
    await createAda(instance, ['--sysadmin'])
    const set = (...options: string[]) => instance.aliquot(['user', 'set', ...options, 'ada@example.org'])
    expect(await set('--sysadmin', 'off')).toMatchObject({ code: 1, stderr: expect.stringContaining('last sysadmin') })
    expect(await set('--validated', 'perhaps')).toMatchObject({ code: 2 })
    expect(await set('--valid-until', '2099-12-31')).toMatchObject({ code: 0 })
    expect(await instance.json(['user', 'list'])).toMatchObject([{ is_sysadmin: 1, valid_until: '2099-12-31' }])
    expect(await set('--valid-until', 'never')).toMatchObject({ code: 0 })
    const password = ['user', 'password', '--password-stdin', 'ada@example.org']
    expect(await instance.aliquot(password, { input: 'short' })).toMatchObject({ code: 1 })
    expect(await instance.aliquot(password, { input: 'another rather long line' })).toMatchObject({ code: 0 })
    expect(await instance.json(['user', 'list'])).toMatchObject([{ is_sysadmin: 1, valid_until: null }])
  },
  60_000,
)

describe.skipIf(onPostgres)('help', () => {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')

  test.each(commands.map((command) => [command.name, command] as const))(
    'docs/cli.md describes %s',
    (_name, command) => {
      expect(page).toContain(`\n${usageOf(command)}\n`)
      expect(page).toContain(`## ${command.name}\n`)
    },
  )

  test('docs/cli.md describes no other command', () => {
    const described = Array.from(page.matchAll(/^## (.+)$/gm), (match) => match[1])
    expect(described).toEqual(commands.map(({ name }) => name))
  })

  test('lists every command, and each explains its options', () => {
    const all = overview(commands)
    for (const command of commands) {
      expect(all).toContain(`aliquot ${command.name} `)
      const help = commandHelp(command)
      for (const option of Object.keys(command.options ?? {})) expect(help).toContain(`--${option}`)
      expect(parse([...command.name.split(' '), '--help'], commands)).toMatchObject({ command, wantsHelp: true })
    }
  })

  test('is printed for the program, a group and a command', async () => {
    const instance = (await emptyInstance()).hosted()
    expect((await instance.aliquot([])).stdout).toContain('aliquot user create')
    expect((await instance.aliquot(['apikey', '--help'])).stdout).toMatch(/apikey create[\s\S]*apikey revoke/)
    expect((await instance.aliquot(['help', 'backup'])).stdout).toContain('aliquot backup FILE')
    expect(await instance.aliquot(['user', 'create', '--help'])).toMatchObject({ code: 0, stderr: '' })
  })

  test('the version is told to whoever asks for it alone', async () => {
    const instance = await emptyInstance()
    expect(await instance.aliquot(['--version'])).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
    expect(await instance.json(['--version'])).toEqual({ version: VERSION })
    expect(await instance.aliquot(['--verison'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--verison'),
    })
  })
})

describe('the launcher', () => {
  const launcher = join(root, 'server/src/cli/aliquot.js')

  test('is an executable that npm links', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
    expect(join(root, 'server', bin.aliquot)).toBe(launcher)
    expect(statSync(launcher).mode & 0o111).toBe(0o111)
    const flags = START_ARGUMENTS.filter((word) => word.startsWith('--'))
    expect(readFileSync(launcher, 'utf8').split('\n')[0]).toBe(`#!/usr/bin/env -S node ${flags.join(' ')}`)
  })

  test('keeps what Node makes of the code where the service keeps it, and makes no place for it', async () => {
    const instance = await emptyInstance()
    const data = join(instance.folder, 'data')
    const env = { NODE_COMPILE_CACHE: '' }
    await instance.aliquot(['--help'], { env })
    expect(readdirSync(data)).toEqual([])
    mkdirSync(join(data, 'cache'))
    await instance.aliquot(['--help'], { env })
    expect(readdirSync(join(data, 'cache'))).toHaveLength(1)
  })

  test('says what is missing when it is run by an older Node that has no newer one beside it', async () => {
    const instance = await emptyInstance()
    const folder = join(instance.folder, 'server/src/cli')
    mkdirSync(folder, { recursive: true })
    copyFileSync(launcher, join(folder, 'aliquot.mjs'))
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`
    const { spawnSync } = await import('node:child_process')
    const run = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, join(folder, 'aliquot.mjs'), 'team', 'list'],
      { encoding: 'utf8' },
    )
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/^aliquot needs Node 26 or newer, .*: run npm ci, which brings it\n$/)
  })
})

function ada(email = 'ada@example.org', team = '1'): string[] {
  const names = ['--firstname', 'Ada', '--lastname', 'Lovelace']
  return ['user', 'create', '--email', email, ...names, '--team', team, '--password-stdin']
}

function createAda(instance: TestInstance, more: string[] = []): Promise<unknown> {
  return instance.json([...ada(), ...more], { input: `${PASSWORD}\n` })
}
