import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Upload } from '@aliquot/contract/uploads'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sharedApp, type TestApp, type TestUser } from '../../test/harness.ts'
import { pauseMs, restAfter } from './backoff.ts'
import { requireAccepted } from './client.ts'
import { readConfig } from './config.ts'
import { Ledger } from './ledger.ts'
import { lockState } from './lock.ts'
import { makeLog } from './log.ts'
import { notebookName, printable } from './paths.ts'
import { Busy, Refused } from './problems.ts'
import { fill, matchRule, readRule } from './rules.ts'
import { readWatchStatus, runWatch } from './run.ts'
import { Tracker } from './tracker.ts'

const shared = sharedApp()
let lab: TestApp
let ada: TestUser
let template: number
let address: string

beforeAll(async () => {
  lab = await shared()
  ada = await lab.given.user({ email: 'ada@example.org' })
  const fields = { extra_fields: { Sample: { type: 'text', value: '' } } }
  template = (await lab.as(ada).post('experiments_templates', { title: 'Weighing', metadata: fields })).id
  address = await lab.app.listen({ port: 0, host: '127.0.0.1' })
})

let place: string
let folder: string
let key: string
let lines: string[]

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'aliquot-agent-'))
  folder = join(place, 'data')
  mkdirSync(folder)
  key = await lab.given.depositKey(ada, { templates: [template] })
  lines = []
  const told = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  onTestFinished(() => {
    told.mockRestore()
    rmSync(place, { recursive: true, force: true })
  })
})

interface Telling {
  entry?: object
  rule?: object
  more?: object
}

/** Appends lines to a file, as a measurement does, and resolves when the file is complete. */
async function grow(path: string, { every, for: length }: { every: number; for: number }): Promise<void> {
  const end = performance.now() + length
  do {
    appendFileSync(path, 'line\n')
    await setTimeout(every)
  } while (performance.now() < end)
}

function configure({ entry = { template, title: '$1' }, rule = {}, more = {} }: Telling = {}): string {
  const path = join(place, 'watch.json')
  const rules = [{ folder: 'data', pattern: '^(.*?)(?:\\.\\w+)?$', settle: 0, entry, ...rule }]
  writeFileSync(path, JSON.stringify({ server: address, key, state: 'state', rules, ...more }), { mode: 0o600 })
  return path
}

function once(config: string): Promise<number> {
  return runWatch({ config, once: true, dryRun: false, version: '0.1.0' })
}

interface Deposited {
  id: number
  title: string
  uploads: Upload[]
  metadata: string
}

/** Entries that this key made, with their files. */
async function deposited(): Promise<Deposited[]> {
  const rows = await lab.ctx.db.read
    .selectFrom('events')
    .select('chain')
    .where('position', '=', 1)
    .where('via', '=', `apikey:${Number.parseInt(key, 10)}`)
    .where('chain', '>', 0)
    .orderBy('chain')
    .execute()
  const found: Deposited[] = []
  for (const { chain } of rows) {
    found.push((await lab.as(ada).get<Deposited>(`experiments/${chain}?state=1,2`)).body)
  }
  return found
}

async function namesIn(id: number): Promise<string[]> {
  const { body } = await lab.as(ada).get<Upload[]>(`experiments/${id}/uploads`)
  return body.map(({ real_name }) => real_name).sort()
}

describe('a new entry', () => {
  test('is made for each file, with title and fields from its name, and once however often it runs', async () => {
    writeFileSync(join(folder, 'B-17_gel.csv'), 'a,b')
    const rule = { pattern: '^(.*)_(.*)\\.csv$' }
    const config = configure({ rule, entry: { template, title: '$2 of $1', fields: { Sample: '$1' } } })
    expect(await once(config)).toBe(0)
    const [entry, ...more] = await deposited()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ title: 'gel of B-17', uploads: [{ real_name: 'B-17_gel.csv', filesize: 3 }] })
    expect(entry?.uploads[0]?.hash).toBe(createHash('sha256').update('a,b').digest('hex'))
    expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({ extra_fields: { Sample: { value: 'B-17' } } })
    expect(await once(config)).toBe(0)
    rmSync(join(place, 'state'), { recursive: true })
    expect(await once(config), 'after all was forgotten').toBe(0)
    expect(await deposited()).toHaveLength(1)
    expect((await deposited())[0]?.uploads).toHaveLength(1)
  })

  test('is made for each folder, and holds all of its files', async () => {
    mkdirSync(join(folder, 'run 1', 'raw'), { recursive: true })
    mkdirSync(join(folder, 'run 2'))
    for (const name of ['run 1/a.csv', 'run 1/raw/b.csv', 'run 2/a.csv']) writeFileSync(join(folder, name), name)
    const config = configure({ rule: { pattern: '^([^/]+)/' }, entry: { template, title: '$1', per: 'folder' } })
    expect(await once(config)).toBe(0)
    const entries = await deposited()
    expect(entries.map(({ title, uploads }) => [title, uploads.map((one) => one.real_name).sort()]).sort()).toEqual([
      ['run 1', ['run 1/a.csv', 'run 1/raw/b.csv']],
      ['run 2', ['run 2/a.csv']],
    ])
  })
})

describe('an entry that exists', () => {
  test('is found by id, permanent id, custom id, and as the newest of a person', async () => {
    const id = await lab.given.experiment(ada, { custom_id: 5011 })
    const { elabid } = (await lab.as(ada).get<{ elabid: string }>(`experiments/${id}`)).body
    key = await lab.given.depositKey(ada, { entries: [{ type: 'experiments', id }] })
    const goals = [{ type: 'experiments', id }, { elabid }, { customId: '$1' }, { newestOf: 'ada@example.org' }]
    for (const [index, entry] of goals.entries()) {
      writeFileSync(join(folder, `5011-${index}.txt`), `file ${index}`)
      expect(await once(configure({ entry, rule: { pattern: `^(\\d+)-${index}\\.txt$` } }))).toBe(0)
    }
    expect(await namesIn(id)).toEqual(['5011-0.txt', '5011-1.txt', '5011-2.txt', '5011-3.txt'])
  })

  test('is not replaced by an older one when the newest of a person is out of reach', async () => {
    const id = await lab.given.experiment(ada)
    await lab.given.experiment(ada)
    key = await lab.given.depositKey(ada, { entries: [{ type: 'experiments', id }] })
    writeFileSync(join(folder, 'x.txt'), 'x')
    const config = configure({ entry: { newestOf: 'ada@example.org' } })
    expect(await once(config)).toBe(1)
    const reason = expect.stringContaining('may not add files to the newest one')
    expect(readWatchStatus(config)?.status).toMatchObject({ refused: [{ reason }] })
    expect(await namesIn(id)).toEqual([])
  })

  test('is refused with a reason when the key may not reach it, and tried again when the rule changes', async () => {
    const id = await lab.given.experiment(ada)
    writeFileSync(join(folder, 'x.txt'), 'x')
    const config = configure({ entry: { type: 'experiments', id } })
    expect(await once(config)).toBe(1)
    const status = readWatchStatus(config)?.status
    expect(status).toMatchObject({ refusedInAll: 1, refused: [{ reason: expect.stringContaining(`id ${id}`) }] })
    configure()
    expect(await once(config)).toBe(0)
    expect(await deposited()).toHaveLength(1)
  })
})

describe('a file that is', () => {
  test('changed becomes a new version, and an earlier content again, too', async () => {
    const path = join(folder, 'log.txt')
    const config = configure()
    for (const content of ['one', 'two', 'one']) {
      writeFileSync(path, content)
      expect(await once(config)).toBe(0)
    }
    const [entry] = await deposited()
    const states = entry?.uploads.map(({ state }) => state).sort()
    expect(states).toEqual([1, 2, 2])
    const current = entry?.uploads.find(({ state }) => state === 1)
    expect(current?.hash).toBe(createHash('sha256').update('one').digest('hex'))
  })

  test('touched is not sent again', async () => {
    const path = join(folder, 'log.txt')
    writeFileSync(path, 'one')
    const config = configure()
    await once(config)
    writeFileSync(path, 'one')
    await once(config)
    expect((await deposited())[0]?.uploads).toHaveLength(1)
  })

  test('empty, large, or has a name that no system likes is stored; originals stay as they are', async () => {
    const names = [
      'empty',
      'a "b"; c\\d',
      ' lead',
      'new\nline',
      '😀é',
      'x<b>y',
      'index.php',
      '-rf',
      `${'n'.repeat(250)}.txt`,
    ]
    for (const name of names) writeFileSync(join(folder, name), name === 'empty' ? '' : `content of ${name}`)
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'broken name')
    writeFileSync(join(folder, 'large'), Buffer.alloc(17_000_000, 7))
    const config = configure()
    const before = statSync(join(folder, 'large'), { bigint: true })
    expect(await once(config)).toBe(0)
    const first = await deposited()
    expect(first).toHaveLength(names.length + 2)
    expect(first.every(({ uploads }) => uploads.length === 1)).toBe(true)
    rmSync(join(place, 'state'), { recursive: true })
    expect(await once(config)).toBe(0)
    expect(await deposited()).toHaveLength(names.length + 2)
    const after = statSync(join(folder, 'large'), { bigint: true })
    expect([after.mtimeNs, after.size, after.ctimeNs]).toEqual([before.mtimeNs, before.size, before.ctimeNs])
    expect(lines.join('')).not.toContain('new\nline')
  })

  test('the same twice in two places is there twice', async () => {
    mkdirSync(join(folder, 'a'))
    mkdirSync(join(folder, 'b'))
    for (const name of ['a/blank', 'b/blank']) writeFileSync(join(folder, name), '')
    expect(await once(configure({ rule: { pattern: '(blank)' } }))).toBe(0)
    expect(await deposited()).toHaveLength(2)
  })

  test('a link is not followed, and one that cannot be read waits', async () => {
    writeFileSync(join(place, 'secret.txt'), 'secret')
    symlinkSync(join(place, 'secret.txt'), join(folder, 'link.txt'))
    symlinkSync(place, join(folder, 'up'))
    expect(await once(configure())).toBe(0)
    expect(await deposited()).toEqual([])
  })

  test('growing is sent when it has settled, or as versions while it grows', async () => {
    const path = join(folder, 'run.log')
    let growth = grow(path, { every: 60, for: 900 })
    expect(await once(configure({ rule: { settle: 1 } }))).toBe(0)
    await growth
    const [entry] = await deposited()
    expect(entry?.uploads).toHaveLength(1)
    expect(entry?.uploads[0]?.filesize).toBe(statSync(path).size)

    growth = grow(path, { every: 100, for: 2600 })
    const config = configure({ rule: { settle: 1, growing: 1 } })
    expect(await once(config)).toBe(0)
    await growth
    // On a slow machine a pause of the file may look like its end: then this run sends the rest.
    expect(await once(config)).toBe(0)
    const uploads = (await deposited())[0]?.uploads ?? []
    // The one from before, at least one while it grew, and the last; a slow machine may take the last two for one.
    expect(uploads.length).toBeGreaterThanOrEqual(2)
    const now = createHash('sha256').update(readFileSync(path)).digest('hex')
    expect(uploads.find(({ state }) => state === 1)?.hash).toBe(now)
  })

  test('waits for its marker, which is not sent; `--once` leaves it', async () => {
    writeFileSync(join(folder, 'a.raw'), 'a')
    writeFileSync(join(folder, 'b.raw'), 'b')
    writeFileSync(join(folder, 'b.raw.done'), '')
    const config = configure({ rule: { marker: '.done' } })
    expect(await once(config)).toBe(1)
    expect(lines.join('')).toContain('left 1 files that are not complete: 0 still change, 1 have no marker')
    expect(await deposited()).toHaveLength(1)
    writeFileSync(join(folder, 'a.raw.done'), '')
    expect(await once(config)).toBe(0)
    expect((await deposited()).map(({ uploads }) => uploads[0]?.real_name).sort()).toEqual(['a.raw', 'b.raw'])
  })

  test('changing all the time is left by `--once` in the end, and the others are sent', async () => {
    writeFileSync(join(folder, 'ready.txt'), 'ready')
    const path = join(folder, 'endless.log')
    writeFileSync(path, 'start')
    const growth = setInterval(() => appendFileSync(path, 'line'), 30)
    onTestFinished(() => clearInterval(growth))
    expect(await once(configure({ rule: { settle: 0.2 } }))).toBe(1)
    expect(lines.join('')).toContain('1 still change')
    expect((await deposited()).map(({ uploads }) => uploads[0]?.real_name)).toEqual(['ready.txt'])
  }, 30_000)

  test('refused is tried again at the next start', async () => {
    const id = await lab.given.experiment(ada)
    key = await lab.given.depositKey(ada, { entries: [{ type: 'experiments', id }] })
    writeFileSync(join(folder, '6022.txt'), 'x')
    const config = configure({ entry: { customId: '$1' } })
    expect([await once(config), await once(config)]).toEqual([1, 1])
    const records = readFileSync(join(place, 'state', 'ledger.jsonl'), 'utf8').match(/"is":"refused"/g)
    expect(records, 'remembered once').toHaveLength(1)
    await lab.as(ada).patch(`experiments/${id}`, { custom_id: 6022 })
    expect(await once(config)).toBe(0)
    expect(await namesIn(id)).toEqual(['6022.txt'])
  })

  test('refused is tried again after an hour, and left alone until then', async () => {
    const ledger = new Ledger(join(place, 'state'))
    onTestFinished(() => ledger.close())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => void clock.mockRestore())
    const tracker = new Tracker(ledger)
    const rule = readRule({ folder, entry: { id: 1 } }, 'rule', '/')
    const file = { path: Buffer.from(join(folder, 'x')), relative: 'x', size: 1, stamp: 's' }
    const waitingAt = (ms: number) => {
      clock.mockReturnValue(ms)
      tracker.see(file, rule, [])
      return tracker.waiting
    }
    const key = join(folder, 'x')
    ledger.setFile(key, { is: 'refused', stamp: 's', rule: rule.fingerprint, reason: 'locked', at: '' })
    tracker.refuse(key)
    expect([waitingAt(1000), waitingAt(59 * 60_000), waitingAt(60 * 60_000)]).toEqual([0, 0, 1])
    tracker.refuse(key)
    expect([waitingAt(61 * 60_000), waitingAt(120 * 60_000)]).toEqual([0, 1])
  })

  test('refused is tried again once it changes', async () => {
    writeFileSync(join(folder, 'abc.txt'), 'x')
    const config = configure({ entry: { customId: '$1' } })
    expect(await once(config)).toBe(1)
    const id = await lab.given.experiment(ada, { custom_id: 6021 })
    key = await lab.given.depositKey(ada, { entries: [{ type: 'experiments', id }] })
    configure({ entry: { customId: '$1' } })
    expect(await once(config), 'not changed').toBe(1)
    unlinkSync(join(folder, 'abc.txt'))
    writeFileSync(join(folder, '6021.txt'), 'x')
    expect(await namesIn(id)).toEqual([])
    await once(config)
    expect(await namesIn(id)).toEqual(['6021.txt'])
  })
})

describe('a service that', () => {
  test('is away is waited for, with nothing sent twice', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    const proxy = await startProxy()
    proxy.drops = 3
    const config = configure({ more: { server: proxy.address } })
    expect(await once(config)).toBe(0)
    expect(await deposited()).toMatchObject([{ uploads: [{ real_name: 'a.txt' }] }])
  }, 30_000)

  test('answers with a change of the protocol is waited for', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    const server = createServer(({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: nonsense\r\n\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const config = configure({ more: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } })
    expect(await once(config)).toBe(1)
    expect(readWatchStatus(config)?.status).toMatchObject({
      waiting: 1,
      problem: expect.stringContaining('cannot reach'),
    })
  }, 30_000)

  test('is hidden by a page of the network is waited for, and no file counts as refused', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    const proxy = await startProxy()
    proxy.isPortal = true
    const config = configure({ more: { server: proxy.address } })
    expect(await once(config)).toBe(1)
    expect(readWatchStatus(config)?.status).toMatchObject({
      ...{ refusedInAll: 0, waiting: 1, lastContact: '' },
      problem: expect.stringContaining('404 without a reason'),
    })
    proxy.isPortal = false
    expect(await once(config)).toBe(0)
    expect(await deposited()).toMatchObject([{ uploads: [{ real_name: 'a.txt' }] }])
  }, 30_000)

  test.each([
    [302, ''],
    [403, '<html>blocked</html>'],
    [404, '{"error":"not found"}'],
    [404, '{"code":404,"reason":"Not Found","message":"no route"}'],
    [407, ''],
    [400, 'null'],
    [422, '{"code":404,"reason":"upload.not_found","message":"of another answer"}'],
    [503, '{"code":503,"reason":"db.away","message":"later"}'],
  ])('answers %i %j has refused nothing', (status, text) => {
    expect(() => requireAccepted({ status, headers: {}, text })).toThrow(Busy)
  })

  test('refuses in the words of the notebook has refused', () => {
    const text = '{"code":403,"reason":"entity.locked","message":"It is locked"}'
    expect(() => requireAccepted({ status: 403, headers: {}, text })).toThrow(Refused)
  })

  test('loses answers gets nothing twice', async () => {
    for (let file = 0; file < 5; file++) writeFileSync(join(folder, `${file}.txt`), `file ${file}`)
    const proxy = await startProxy()
    proxy.swallow = (count) => count % 4 === 0
    const config = configure({ more: { server: proxy.address } })
    for (let run = 0; run < 10 && (await once(config)) !== 0; run++)
      rmSync(join(place, 'state', 'status.json'), { force: true })
    const entries = await deposited()
    expect(entries.map(({ uploads }) => uploads.length)).toEqual([1, 1, 1, 1, 1])
  }, 60_000)

  test('does not know the key keeps everything waiting, and the key is told to nobody', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    const right = key
    key = `${Number.parseInt(key, 10)}-${'0'.repeat(64)}`
    const stopped = runWatch({ config: configure(), once: false, dryRun: false, version: '0.1.0' })
    await expect.poll(() => lines.join('')).toContain('(401)')
    process.emit('SIGTERM')
    expect(await stopped).toBe(0)
    expect(lines.join('')).not.toContain('0'.repeat(64))
    key = right
    expect(await once(configure())).toBe(0)
  })
})

test('an agent that ended after `--once` says so: it is not silent', async () => {
  expect(await once(configure({ more: { name: 'Once' } }))).toBe(0)
  const { body } = await lab.as(ada).get<{ name: string; has_ended: boolean }[]>('agents')
  expect(body.find(({ name }) => name === 'Once')).toMatchObject({ has_ended: true })
})

test('an agent that runs sends what comes, reports, and ends when told to', async () => {
  const config = configure({ rule: { settle: 0.1 }, more: { name: 'Balance', scanEvery: 0.5 } })
  const ended = runWatch({ config, once: false, dryRun: false, version: '0.1.0' })
  writeFileSync(join(folder, 'a.txt'), 'a')
  await expect.poll(async () => (await deposited()).length, { timeout: 5000 }).toBe(1)
  await expect
    .poll(async () => (await lab.as(ada).get<{ name: string }[]>('agents')).body.map(({ name }) => name))
    .toContain('Balance')
  await expect(once(config)).rejects.toThrow('another agent uses')
  process.emit('SIGTERM')
  expect(await ended).toBe(0)
  expect(readWatchStatus(config)?.text).toContain('Balance')
})

test('a second agent does not touch the ledger of the first', async () => {
  const config = configure()
  const state = join(place, 'state')
  const lock = await lockState(state)
  onTestFinished(() => void lock.close())
  const ledger = join(state, 'ledger.jsonl')
  // Half a line: the other agent is about to write the rest.
  writeFileSync(ledger, '{"agent":"first"}\n{"file":"a","rec')
  const before = statSync(ledger, { bigint: true })
  await expect(once(config)).rejects.toThrow('another agent uses')
  expect(readFileSync(ledger, 'utf8')).toBe('{"agent":"first"}\n{"file":"a","rec')
  expect(statSync(ledger, { bigint: true }).ino).toBe(before.ino)
})

test('a dry run tells what would be sent, and does nothing', async () => {
  writeFileSync(join(folder, 'run.csv'), 'a')
  const told = vi.spyOn(console, 'log').mockImplementation(() => {})
  const config = configure({ more: { server: 'http://127.0.0.1:1' } })
  expect(await runWatch({ config, once: false, dryRun: true, version: '0' })).toBe(0)
  expect(told.mock.calls.join()).toMatch(/run\.csv \(1 bytes\) → a new entry of experiments from template/)
  told.mockRestore()
  expect(existsSync(join(place, 'state'))).toBe(false)
})

describe('the configuration', () => {
  test('that others can read is warned of', () => {
    const config = configure()
    expect(readConfig(config).warnings).toEqual([])
    chmodSync(config, 0o644)
    expect(readConfig(config).warnings.join()).toContain('chmod 600')
  })

  test.each([
    [{ server: 'eln.example.org' }, /server: must be an address/],
    [{ key: 'x' }, /key: must be an API key/],
    [{ rules: [] }, /rules: must be a list/],
    [{ state: 'data/state' }, /inside of the watched folder/],
    [{ colour: 1 }, /"colour" is no setting/],
    [{ bandwidth: 'fast' }, /bandwidth: must be/],
    [{ rules: [{ folder: 'data', pattern: '(', entry: { id: 1 } }] }, /rules\[0\].pattern/],
    [{ rules: [{ folder: 'data', entry: {} }] }, /rules\[0\].entry: needs exactly one of/],
    [{ rules: [{ folder: 'data', entry: { template: 'x' } }] }, /rules\[0\].entry.template: must be/],
  ])('%j is refused by name', (more, message) => {
    expect(() => readConfig(configure({ more }))).toThrow(message)
  })

  test('with a broken text does not show the key', () => {
    const config = configure()
    writeFileSync(config, `${readFileSync(config, 'utf8').slice(0, 120)}`)
    expect(() => readConfig(config)).toThrow(/is no JSON/)
    try {
      readConfig(config)
    } catch (error) {
      expect(String(error)).not.toContain(key.slice(4, 20))
    }
  })
})

test('patterns are regular expressions, or names with stars', () => {
  const rule = (pattern: string) => readRule({ folder: '/x', pattern, entry: { id: 1 } }, 'rule', '/')
  expect(matchRule(rule('run-*.csv'), 'sub/run-7.csv')?.[1]).toBe('7')
  expect(matchRule(rule('*.csv'), 'run.txt')).toBeUndefined()
  expect(matchRule(rule('^(\\d+)/'), '17/a.csv')?.[1]).toBe('17')
  expect(fill('$1 of $2, $$1 $9', ['all', 'a', 'b'])).toBe('a of b, $1 ')
})

test('names for the notebook have no control characters and end as before', () => {
  expect(notebookName('a\u0000b\nc')).toBe('a_b_c')
  expect(notebookName(`${'x'.repeat(5000)}.csv`)).toMatch(/….csv$/)
  expect(notebookName('\ud800.txt').isWellFormed()).toBe(true)
  expect(printable('a\u001b[31m\u202eb')).toBe('a\\u{1b}[31m\\u{202e}b')
})

test('a log never holds the key', () => {
  const told: string[] = []
  makeLog('7-abcdef', (line) => told.push(line)).info('header 7-abcdef was sent\nfake line')
  expect(told.join('')).not.toContain('abcdef')
  expect(told.join('').split('\n')).toHaveLength(2)
})

test('pauses grow up to five minutes, and differ', () => {
  expect(pauseMs(0, 0)).toBe(500)
  expect(pauseMs(3, 1)).toBe(8000)
  expect(pauseMs(99, 1)).toBe(300_000)
})

test('after a look at many files there is a rest, however much happens', () => {
  expect(restAfter(2, 10_000)).toBe(18)
  expect(restAfter(700, 10_000)).toBe(6300)
  expect(restAfter(60_000, 10_000)).toBe(10_000)
})

test('the ledger survives a line that was cut off, and does not grow for ever', () => {
  const state = join(place, 'state')
  const entry = { type: 'experiments', id: 1 } as const
  let ledger = new Ledger(state)
  const { agent } = ledger
  for (let run = 0; run < 1500; run++)
    ledger.setFile('a', { is: 'sent', stamp: String(run), sha256: '', entry, upload: 1 })
  ledger.close()
  appendFileSync(join(state, 'ledger.jsonl'), '{"file":"b","rec')
  ledger = new Ledger(state)
  expect(ledger.agent).toBe(agent)
  expect(ledger.files.get('a')).toMatchObject({ stamp: '1499' })
  expect(ledger.files.has('b')).toBe(false)
  expect(readFileSync(join(state, 'ledger.jsonl'), 'utf8').split('\n').length).toBeLessThan(5)
  ledger.setFile('b', { is: 'sent', stamp: '1', sha256: '', entry, upload: 2 })
  ledger.close()
  ledger = new Ledger(state)
  expect([ledger.isOfAnother(2, 'a'), ledger.isOfAnother(2, 'b'), ledger.isOfAnother(3, 'a')]).toEqual([
    true,
    false,
    false,
  ])
  ledger.close()
})

interface Proxy {
  address: string
  /** So many connections are cut at first. */
  drops: number
  /** Whether the answer to the n-th request is lost. */
  swallow(count: number): boolean
  /** Whether it answers itself, with a page. */
  isPortal: boolean
}

/** A network that fails: it passes requests on, and answers back unless told otherwise. */
async function startProxy(): Promise<Proxy> {
  let count = 0
  const proxy: Proxy = { address: '', drops: 0, swallow: () => false, isPortal: false }
  const server: Server = createServer(async (request, response) => {
    if (proxy.drops-- > 0) return void request.socket.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (proxy.isPortal) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Log in</html>')
    const { host: _, connection: __, ...headers } = request.headers
    const { 'content-length': ___, 'transfer-encoding': ____, ...passed } = headers
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? 'GET',
      headers: passed as Record<string, string>,
      ...(request.method !== 'GET' && request.method !== 'HEAD' && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (proxy.swallow(++count)) return void request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
