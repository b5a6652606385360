import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { INSTANCE_CHAIN } from '../src/journal/record.ts'
import type { Finding } from '../src/verify/findings.ts'
import { verify } from '../src/verify/verify.ts'
import { findDatabase, type Instance, makeInstance, runVerify } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import type { Random } from './random.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'
import { makeStructure } from './structure.ts'
import { differingTables, digestTables } from './tables.ts'
import { type Altered, alterRow, emptyTables, OUTSIDE } from './tamper.ts'
import { startWriters } from './writers.ts'

/** How many altered instances also go through the real command line. */
const THROUGH_CLI = 5
/** Alters stored rows by SQL, and bytes of the database file, one at a time: `aliquot verify` must find every one. */
export async function verifyDrill({ rounds = 300, writers: count = 16, random }: DrillOptions): Promise<Report> {
  const instance = await makeInstance('verify', { users: 3 })
  try {
    await makeActivity(instance, count, random)
    const file = findDatabase(instance)
    const pristine = join(instance.folder, 'pristine.db')
    copyFileSync(file, pristine)
    const problems = emptyTables(file).map((table) => `${table} has no row to alter: make one in structure.ts`)
    const clean = await lookAt(instance)
    if (clean.length > 0) problems.push(`an untouched instance does not verify: ${JSON.stringify(clean.slice(0, 3))}`)
    const cleanCli = await runVerify(instance.env)
    if (cleanCli.code !== 0)
      problems.push(`aliquot verify ended with ${cleanCli.code}: ${cleanCli.output.slice(0, 500)}`)

    const restore = () => {
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
      copyFileSync(pristine, file)
    }
    const rows = await alterRows({ instance, file, restore, rounds, random, problems })
    const bytes = await flipBytes({ instance, file, restore, rounds, random, problems })
    restore()
    if ((await lookAt(instance)).length > 0) problems.push('the instance does not verify after everything was put back')
    const sought = rows.altered + bytes.altered
    return {
      summary: `found ${rows.found + bytes.found} of ${sought} alterations`,
      numbers: {
        'rows altered': rows.altered,
        'found, and named': rows.found,
        'bytes flipped in the file': rounds,
        'that altered what the journal speaks for': bytes.altered,
        'of these found': bytes.found,
        'that altered no row (indexes, free space)': `${bytes.harmless}, of these found ${bytes.harmlessFound}`,
        'that altered only what is outside the journal': `${bytes.outside}, of these found ${bytes.outsideFound}`,
        'through the command line': THROUGH_CLI,
      },
      problems,
    }
  } finally {
    instance.remove()
  }
}

interface Attempt {
  instance: Instance
  file: string
  restore(): void
  rounds: number
  random: Random
  problems: string[]
}

async function alterRows({ instance, file, restore, rounds, random, problems }: Attempt) {
  let found = 0
  for (let round = 0; round < rounds; round++) {
    restore()
    const altered = alterRow(file, random)
    const findings = await lookAt(instance)
    if (findings.some((finding) => names(finding, altered))) found++
    else problems.push(`not ${findings.length > 0 ? 'named' : 'found'}: ${altered.what} ${JSON.stringify(findings[0])}`)
    if (round < THROUGH_CLI) {
      const { code, output } = await runVerify(instance.env)
      if (code === 0 || code === -1) problems.push(`aliquot verify ended with ${code}: ${altered.what}\n${output}`)
    }
  }
  return { altered: rounds, found }
}

/** Whether the finding names the altered row, or its entry. */
function names({ table, id, entry }: Finding, altered: Altered): boolean {
  if (entry !== null && altered.entries.includes(entry)) return true
  // A removed event has no id: its place in the chain is reported.
  const isOfInstance = altered.entries.includes(INSTANCE_CHAIN) && isOfChain(altered.table)
  if (entry === null && isOfInstance && isOfChain(table)) return true
  return table === altered.table && (altered.ids.length === 0 || (id !== null && altered.ids.includes(id)))
}

function isOfChain(table: string): boolean {
  return table === 'events' || table === 'chains'
}

async function flipBytes({ instance, file, restore, rounds, random, problems }: Attempt) {
  const counts = { altered: 0, found: 0, harmless: 0, harmlessFound: 0, outside: 0, outsideFound: 0 }
  restore()
  const original = readFileSync(file)
  const before = readTables(file)
  for (let round = 0; round < rounds; round++) {
    restore()
    const bytes = Buffer.from(original)
    const at = random.int(0, bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 8))
    writeFileSync(file, bytes)
    const after = readTables(file)
    const tables = before && after ? differingTables(before, after) : ['unreadable']
    restore()
    writeFileSync(file, bytes)
    const isFound = (await lookAt(instance)).length > 0
    if (tables.length === 0) {
      counts.harmless++
      if (isFound) counts.harmlessFound++
    } else if (tables.some((table) => !OUTSIDE.has(table))) {
      counts.altered++
      if (isFound) counts.found++
      else problems.push(`byte ${at} of the file was flipped and not found: ${tables.join(', ')}`)
    } else {
      counts.outside++
      if (isFound) counts.outsideFound++
    }
  }
  return counts
}

/** The findings of `verify`; a database that cannot be opened is a finding too. */
async function lookAt(instance: Instance): Promise<Finding[]> {
  try {
    const database = await openDatabase(readConfig(instance.env))
    try {
      return (await verify(database)).findings
    } finally {
      await database.close()
    }
  } catch (error) {
    return [{ table: 'database', id: null, entry: null, message: String(error) }]
  }
}

function readTables(file: string): Map<string, string> | undefined {
  try {
    const db = new DatabaseSync(file)
    try {
      return digestTables(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

async function makeActivity(instance: Instance, count: number, random: Random): Promise<void> {
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const server = await startServer(instance.env)
  await makeStructure(() => server.port, instance)
  const writers = startWriters({ count, port: () => server.port, keys: instance.keys, ledger, random })
  const deadline = performance.now() + 20_000
  while (ledger.acknowledged < 600 && performance.now() < deadline) await sleep(20)
  writers.halt()
  await writers.done
  await server.end('SIGTERM')
  await ledger.close()
  if (ledger.acknowledged < 600) throw new Error(`Too little activity: ${writers.problems.slice(0, 3).join('\n')}`)
}
