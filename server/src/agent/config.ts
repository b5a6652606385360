import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir, hostname, platform } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { SetupProblem } from './problems.ts'
import { type Rule, readRule } from './rules.ts'
import { readSeconds } from './seconds.ts'

export interface Config {
  server: URL
  key: string
  /** The name under which the notebook lists this agent. */
  name: string
  rules: readonly Rule[]
  /** Where it remembers what it sent. */
  state: string
  /** Bytes a second; 0: as fast as possible. */
  bandwidth: number
  /** Seconds between two looks at all folders. */
  scanEvery: number
  /** Seconds between two reports to the notebook. */
  reportEvery: number
  /** What the operator should know. */
  warnings: readonly string[]
}

const KEYS = ['server', 'key', 'keyFile', 'name', 'rules', 'state', 'bandwidth', 'scanEvery', 'reportEvery']

/** Reads the file of the operator. Everything wrong with it is told by name. */
export function readConfig(path: string): Config {
  const file = resolve(path)
  const base = dirname(file)
  const warnings: string[] = []
  const told = parse(file)
  const unknown = Object.keys(told).find((name) => !KEYS.includes(name))
  if (unknown !== undefined) throw new SetupProblem(`${path}: "${unknown}" is no setting; known are ${KEYS.join(', ')}`)
  const server = readServer(told.server, warnings)
  const key = readKey(told, base, file, warnings)
  if (!Array.isArray(told.rules) || told.rules.length === 0)
    throw new SetupProblem('rules: must be a list of at least one')
  const rules = told.rules.map((rule, index) => readRule(rule, `rules[${index}]`, base))
  const state = readState(told.state, base, file)
  for (const { folder } of rules) requireOutside(state, folder)
  const name = told.name === undefined ? hostname() : told.name
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100) {
    throw new SetupProblem('name: must be text of at most 100 characters')
  }
  return {
    ...{ server, key, name, rules, state, warnings },
    bandwidth: readBandwidth(told.bandwidth),
    scanEvery: readSeconds(told.scanEvery, 'scanEvery', 10, 0.05, 3600),
    reportEvery: readSeconds(told.reportEvery, 'reportEvery', 60, 10, 86_400),
  }
}

function parse(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new SetupProblem(`cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    const told = JSON.parse(text)
    if (typeof told === 'object' && told !== null && !Array.isArray(told)) return told
  } catch (error) {
    // The message of the parser quotes the text, and the key with it.
    const place = /position \d+|line \d+ column \d+/.exec((error as Error).message)?.[0] ?? 'somewhere'
    throw new SetupProblem(`${file} is no JSON (at ${place})`)
  }
  throw new SetupProblem(`${file} must hold a JSON object`)
}

function readServer(told: unknown, warnings: string[]): URL {
  const url = typeof told === 'string' ? URL.parse(told) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SetupProblem('server: must be an address like https://eln.example.org')
  if (url.username || url.password) throw new SetupProblem('server: must not contain a password')
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isNear) warnings.push('server: without https the key can be read on the way')
  return url
}

function readKey(told: Record<string, unknown>, base: string, file: string, warnings: string[]): string {
  const place = told.keyFile === undefined ? file : resolve(base, String(told.keyFile))
  let key = told.key ?? process.env.ALIQUOT_KEY
  if (told.keyFile !== undefined) {
    if (told.key !== undefined) throw new SetupProblem('key and keyFile: name only one of them')
    try {
      key = readFileSync(place, 'utf8').trim()
    } catch (error) {
      throw new SetupProblem(`keyFile: cannot be read: ${(error as Error).message}`)
    }
  }
  if (typeof key !== 'string' || !/^\d+-[0-9a-f]+$/.test(key)) {
    throw new SetupProblem('key: must be an API key of the notebook, such as 7-5f3c…')
  }
  if ((told.key !== undefined || told.keyFile !== undefined) && isOpenToOthers(place)) {
    warnings.push(`${place} holds the key and others on this computer can read it: chmod 600`)
  }
  return key
}

function isOpenToOthers(path: string): boolean {
  return platform() !== 'win32' && (statSync(path).mode & 0o077) !== 0
}

/** Next to nothing that is watched, and the same after a restart. */
function readState(told: unknown, base: string, file: string): string {
  if (told !== undefined) {
    if (typeof told !== 'string' || told === '') throw new SetupProblem('state: must be a folder')
    return resolve(base, told)
  }
  const own = createHash('sha256').update(file).digest('hex').slice(0, 12)
  const { STATE_DIRECTORY, XDG_STATE_HOME, LOCALAPPDATA } = process.env
  if (STATE_DIRECTORY) return STATE_DIRECTORY.split(':')[0] ?? ''
  if (platform() === 'win32') return join(LOCALAPPDATA ?? homedir(), 'aliquot-watch', own)
  return join(XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'aliquot-watch', own)
}

function requireOutside(state: string, folder: string): void {
  const [inner, outer] = [real(state), real(folder)]
  if (inner === outer || inner.startsWith(outer + sep)) {
    throw new SetupProblem(`state: ${state} is inside of the watched folder ${folder}, where nothing may be written`)
  }
}

/** As far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(real(parent), path.slice(parent.length))
  }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, kb: 1000, mb: 1_000_000, gb: 1_000_000_000 }
const LEAST_BANDWIDTH = 1000

function readBandwidth(told: unknown): number {
  if (told === undefined) return 0
  const [, number = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(kb|mb|gb|)(?:\/s)?\s*$/i.exec(String(told)) ?? []
  const bytes = Number(number) * (UNITS[unit.toLowerCase()] ?? 1)
  if (number === '' || (bytes !== 0 && bytes < LEAST_BANDWIDTH)) {
    throw new SetupProblem('bandwidth: must be bytes a second, such as "2 MB" (at least 1 kB)')
  }
  return bytes
}
