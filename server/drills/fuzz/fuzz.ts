import { REFUSALS } from '@aliquot/contract/refusals/index'
import { makeClient } from '../client.ts'
import { onEngine } from '../engine.ts'
import { type Instance, makeInstance, makePerson, runVerify } from '../instance.ts'
import type { DrillOptions } from '../options.ts'
import type { Random } from '../random.ts'
import { watchTables } from '../refusals.ts'
import { countsText, type Report } from '../report.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { makeStructure, notePlace, type Places } from '../structure.ts'
import { makeGarbage } from './garbage.ts'
import {
  type FuzzRequest,
  makeRequest,
  type OpenApi,
  type Operation,
  operationsOf,
  type Schemas,
  toBytes,
  worksOn,
} from './requests.ts'
import { type Exchange, exchange } from './wire.ts'

const LANES = 6
const MOST_MEMORY_MB = 1024
/** The share of time with a single lane, so that others' changes are not mistaken for those of a refused request. */
const CAREFUL_SHARE = 0.5

/** A sysadmin who is admin of the team, a member, and one with a read-only key. */
type Role = 'admin' | 'full' | 'readOnly'

interface Fuzz {
  instance: Instance
  server: ServerProcess
  operations: Operation[]
  schemas: Schemas
  random: Random
  problems: string[]
  statuses: Map<number, number>
  /** Operations that succeeded, and those that were refused. */
  succeeded: Set<Operation>
  refused: Set<Operation>
  keys: Record<Role, string>
  /** A key is no longer valid: privileged people can revoke their own rights. */
  areKeysSpent: boolean
  known: Places
  slowestMs: number
  peakMemory: number
  requests: number
  refusalsCompared: number
}

/** Valid and invalid input for every operation of the OpenAPI document, and garbage on the connection. */
export function fuzzDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, (database) => runFuzz(options, database))
}

async function runFuzz({ seconds = 60, random }: DrillOptions, database: { databaseUrl?: string }): Promise<Report> {
  const instance = await makeInstance('fuzz', { users: 2, ...database })
  try {
    const server = await startServer(instance.env)
    const [full = ''] = instance.keys
    const client = makeClient(() => server.port, full)
    const document = JSON.parse((await client.call('GET', 'openapi.json')).text) as OpenApi
    const fuzz: Fuzz = {
      instance,
      server,
      operations: operationsOf(document),
      schemas: document.components?.schemas ?? {},
      random,
      problems: [],
      statuses: new Map(),
      succeeded: new Set(),
      refused: new Set(),
      keys: { admin: instance.adminKey, full, readOnly: instance.readOnlyKey },
      areKeysSpent: false,
      known: await makeStructure(() => server.port, instance),
      slowestMs: 0,
      peakMemory: server.memory(),
      requests: 0,
      refusalsCompared: 0,
    }
    client.close()
    const firstMemory = fuzz.peakMemory
    await fuzzCarefully(fuzz, seconds * 1000 * CAREFUL_SHARE)
    await fuzzTogether(fuzz, seconds * 1000 * (1 - CAREFUL_SHARE))
    await checkAlive(fuzz)
    if (fuzz.peakMemory > MOST_MEMORY_MB) fuzz.problems.push(`the server took ${fuzz.peakMemory} MB`)
    if (server.isRunning()) await server.end('SIGTERM')
    const verify = await runVerify(instance.env)
    if (verify.code !== 0)
      fuzz.problems.push(`aliquot verify ended with ${verify.code}: ${verify.output.slice(0, 2000)}`)
    return {
      summary: `${fuzz.requests} requests, ${fuzz.problems.length} wrong answers`,
      numbers: {
        operations: fuzz.operations.length,
        'of these succeeded, refused': `${fuzz.succeeded.size}, ${fuzz.refused.size}`,
        requests: fuzz.requests,
        'answers by status (0: closed)': countsText(new Map([...fuzz.statuses].sort(([a], [b]) => a - b))),
        'refusals after which nothing had changed': fuzz.refusalsCompared,
        'slowest answer (ms)': Math.round(fuzz.slowestMs),
        'memory of the server (MB)': `${firstMemory} at first, ${fuzz.peakMemory} at most`,
      },
      problems: fuzz.problems,
    }
  } finally {
    instance.remove()
  }
}

/** Notifications, deliveries and e-mails come a moment after what they tell of. */
const LATER: ReadonlySet<string> = new Set([
  ...['notifications', 'follow_place', 'password_requests'],
  ...['webhook_states', 'webhook_deliveries', 'webhook_turn'],
])

/** One request at a time; after refusals it checks that nothing has changed. */
async function fuzzCarefully(fuzz: Fuzz, ms: number): Promise<void> {
  const watch = await watchTables(fuzz.instance, fuzz.random.fork())
  const operations = fuzz.operations.filter((operation) => !worksOn(operation))
  try {
    const deadline = performance.now() + ms
    while (goesOn(fuzz, deadline)) {
      await renewKeys(fuzz)
      const isWatched = await watch.begin()
      const { answer, text } = await fuzzOnce(fuzz, fuzz.random, operations)
      if (!isWatched || answer.status < 400) continue
      fuzz.refusalsCompared++
      const tables = (await watch.changedTables()).filter((name) => !LATER.has(name))
      if (tables.length > 0) fuzz.problems.push(`refused with ${answer.status}, yet ${tables.join()} changed\n${text}`)
    }
  } finally {
    await watch.close()
  }
}

/** Several at once, with garbage among them. */
async function fuzzTogether(fuzz: Fuzz, ms: number): Promise<void> {
  const deadline = performance.now() + ms
  const runLane = async (random: Random) => {
    while (goesOn(fuzz, deadline)) {
      await renewKeys(fuzz)
      if (random.chance(0.25)) await sendGarbage(fuzz, random)
      else await fuzzOnce(fuzz, random)
    }
  }
  await Promise.all(Array.from({ length: LANES }, () => runLane(fuzz.random.fork())))
}

function goesOn(fuzz: Fuzz, deadline: number): boolean {
  if (fuzz.requests % 50 === 0) fuzz.peakMemory = Math.max(fuzz.peakMemory, fuzz.server.memory())
  return performance.now() < deadline && fuzz.problems.length < 10 && fuzz.server.isRunning()
}

async function fuzzOnce(
  fuzz: Fuzz,
  random: Random,
  operations = fuzz.operations,
): Promise<{ answer: Exchange; text: string }> {
  const operation = random.pick(operations)
  const request = makeRequest(operation, fuzz.schemas, fuzz.known, random)
  const { role, headers } = chooseCredentials(fuzz, random)
  const bytes = toBytes(request, headers)
  const answer = await exchange(fuzz.server.port, [bytes])
  note(fuzz, answer)
  if (request.method === operation.method) {
    if (answer.status >= 400) fuzz.refused.add(operation)
    else if (answer.status >= 200) fuzz.succeeded.add(operation)
  }
  const text = describe(bytes)
  const problem = findProblem(request, answer)
  if (problem) fuzz.problems.push(`${problem}\n${text}\n${answer.body.slice(0, 500)}`)
  if (answer.status === 201) notePlace(fuzz.known, answer.headers.get('location') ?? '')
  // A sign-in with a wrong password is the only other cause.
  if (role && answer.status === 401 && !operation.path.endsWith('/session')) fuzz.areKeysSpent = true
  return { answer, text }
}

interface Credentials {
  /** Undefined for none, or invalid ones. */
  role?: Role
  headers: [string, string][]
}

function chooseCredentials({ keys }: Fuzz, random: Random): Credentials {
  const dice = random.next()
  if (dice < 0.93) {
    const role = dice < 0.45 ? 'admin' : dice < 0.85 ? 'full' : 'readOnly'
    return { role, headers: [['authorization', keys[role]]] }
  }
  if (dice < 0.97) return { headers: [] }
  const broken = ['x', 'Bearer', '1-', '1-00', 'Basic YTpi', keys.full.slice(0, -1), `${keys.full}0`]
  return { headers: [['authorization', random.pick(broken)]] }
}

/** Replaces people who deleted their keys or archived themselves. Before a request, never during a watched one. */
async function renewKeys(fuzz: Fuzz): Promise<void> {
  if (!fuzz.areKeysSpent) return
  fuzz.areKeysSpent = false
  fuzz.keys = {
    admin: await makePerson(fuzz.instance, { isAdmin: true }),
    full: await makePerson(fuzz.instance),
    readOnly: await makePerson(fuzz.instance, { canWrite: false }),
  }
}

function findProblem({ method }: FuzzRequest, answer: Exchange): string | undefined {
  const { status, headers, body } = answer
  if (answer.hung) return `no answer within ${Math.round(answer.ms)} ms`
  if (status === 0) return 'the connection was closed without an answer'
  if (status >= 500) return `answered ${status}`
  if (answer.more > 0 && method !== 'HEAD') return 'answered twice'
  if (!headers.has('x-request-id')) return `answered ${status} without X-Request-Id`
  if (status < 400 || method === 'HEAD') return undefined
  return isErrorBody(status, headers, body) ? undefined : `answered ${status} with a body that is no error body`
}

function isErrorBody(status: number, headers: ReadonlyMap<string, string>, body: string): boolean {
  if (!headers.get('content-type')?.startsWith('application/json')) return false
  try {
    const { code, message, description, reason } = JSON.parse(body)
    const isSaid = typeof message === 'string' && message !== '' && typeof description === 'string'
    return code === status && isSaid && Object.hasOwn(REFUSALS, reason)
  } catch {
    return false
  }
}

async function sendGarbage(fuzz: Fuzz, random: Random): Promise<void> {
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${fuzz.keys.full}\r\n`
  const { name, pieces, halfClose } = makeGarbage(head, random)
  const answer = await exchange(fuzz.server.port, pieces, { halfClose })
  note(fuzz, answer)
  const tell = (problem: string) => fuzz.problems.push(`${name}: ${problem}\n${describe(Buffer.concat(pieces))}`)
  if (answer.hung) tell(`the connection stayed open for ${Math.round(answer.ms)} ms without a word`)
  else if (answer.status >= 500) tell(`answered ${answer.status}`)
  else if (answer.more > 0 && !name.startsWith('pipelin') && name !== 'body longer than told') tell('answered twice')
  else if (answer.status >= 400 && !isErrorBody(answer.status, answer.headers, answer.body)) {
    tell(`answered ${answer.status} with a body that is no error body: ${answer.body.slice(0, 300)}`)
  }
}

function note(fuzz: Fuzz, answer: Exchange): void {
  fuzz.requests++
  fuzz.slowestMs = Math.max(fuzz.slowestMs, answer.ms)
  fuzz.statuses.set(answer.status, (fuzz.statuses.get(answer.status) ?? 0) + 1)
}

/** The request as a string to paste into a program. */
function describe(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${bytes.length} bytes)` : text
}

/** Checks that the service still works. */
async function checkAlive(fuzz: Fuzz): Promise<void> {
  const { server, problems } = fuzz
  if (!server.isRunning()) {
    problems.push(`the server ended\n${server.output()}`)
    return
  }
  const client = makeClient(() => server.port, await makePerson(fuzz.instance, { isAdmin: true }))
  await client.call('PATCH', 'teams/current', { force_exp_tpl: 0 })
  const reply = await client.call('POST', 'experiments', { title: 'After all that' })
  client.close()
  if (reply.status !== 201) problems.push(`afterwards a create answers ${reply.status} ${reply.text}`)
  if (problems.length > 0) problems.push(`the server's log ends with\n${server.output().slice(-6000)}`)
}
