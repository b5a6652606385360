import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../src/context.ts'
import { makeClient } from '../client.ts'
import { onEngine } from '../engine.ts'
import { type Instance, makeInstance, runVerify, withContext } from '../instance.ts'
import type { DrillOptions } from '../options.ts'
import type { Random } from '../random.ts'
import type { Report } from '../report.ts'
import { startServer } from '../server-process.ts'
import { startAgent } from './agent-process.ts'
import { Arrivals } from './arrivals.ts'
import { makeNetwork } from './network.ts'

/** More do not arrive while so many wait, so that kills hit files in every state to the end. */
const MOST_WAITING = 40
const BETWEEN_FAULTS_MS = [100, 2500] as const
const FAULTS = ['agent', 'network', 'service'] as const
/** So many arrive between two faults at most; on a slow machine the next one comes after some seconds all the same. */
const MOST_BETWEEN_FAULTS = 12
const MOST_BETWEEN_FAULTS_MS = 8000
const OUTAGE_MS = [50, 1500] as const
const BETWEEN_FILES_MS = 12
/** For the files that are left when nothing is killed any more. */
const PATIENCE_MS = 10 * 60_000

/** Files of an instrument arrive while its agent, the service and the network between them are killed at random. */
export function watchDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, async (database) => {
    const instance = await makeInstance('watch', { users: 1, ...database })
    try {
      return await withContext(instance.env, (ctx) => runWatchDrill(options, instance, ctx))
    } finally {
      instance.remove()
    }
  })
}

async function runWatchDrill(
  { files = 2000, seconds = 3600, random }: DrillOptions,
  instance: Instance,
  ctx: Context,
): Promise<Report> {
  let server = await startServer(instance.env)
  const network = await makeNetwork(() => server.port)
  const arrivals = new Arrivals(join(instance.folder, 'instrument'), random.fork())
  const config = await configure(instance, { server: server.port, network: network.port })
  let agent = startAgent(config)
  const problems: string[] = []
  const faults = { agent: 0, service: 0, network: 0 }
  const faultsUntil = performance.now() + seconds * 1000
  let isOver = false
  let there = 0

  const provoke = async (chance: Random) => {
    let turn = chance.int(0, FAULTS.length)
    while (!isOver && problems.length === 0 && performance.now() < faultsUntil) {
      await sleep(chance.int(...BETWEEN_FAULTS_MS))
      // Faults are spread over the files: if only time counted, a slow machine would get nothing done between two.
      const enough = there + chance.int(0, MOST_BETWEEN_FAULTS)
      const latest = performance.now() + MOST_BETWEEN_FAULTS_MS
      while (!isOver && there < enough && performance.now() < latest) await sleep(50)
      // In turns from a random one on, so that a short run has all three.
      const what = FAULTS[turn++ % FAULTS.length] ?? 'agent'
      faults[what]++
      if (what === 'agent') {
        if (!agent.isRunning()) problems.push(`the agent ended by itself\n${agent.output()}`)
        await agent.kill()
        agent = startAgent(config)
      } else if (what === 'service') {
        await server.end('SIGKILL')
        server = await startServer(instance.env)
      } else {
        network.break()
        await sleep(chance.int(...OUTAGE_MS))
        network.mend()
      }
    }
  }
  const provoking = provoke(random.fork())
  let told = 0
  while (arrivals.count < files && problems.length === 0) {
    there = (await listFiles(ctx)).length
    const most = performance.now() < faultsUntil ? MOST_WAITING : files
    for (let free = most - (arrivals.count - there); free > 0 && arrivals.count < files; free--) {
      arrivals.add()
      await sleep(BETWEEN_FILES_MS)
    }
    if (there - told >= 200) {
      told = there
      console.log(`  ${there} of ${files} files are in the notebook`)
    }
    await sleep(100)
  }
  isOver = true
  await provoking
  const left = arrivals.count - (await listFiles(ctx)).length
  await agent.kill()

  const last = startAgent(config, ['--once'])
  const code = await Promise.race([last.ended, sleep(PATIENCE_MS, 'late', { ref: false })])
  if (code !== 0) problems.push(`the last run of the agent ended with ${code}\n${last.output()}`)
  await last.kill()
  network.close()
  await server.end('SIGTERM')

  const stored = await listFiles(ctx)
  const entries = await countEntries(ctx)
  problems.push(...compare(arrivals, stored), ...arrivals.checkOriginals())
  const wanted = arrivals.singles + arrivals.runs + 1
  if (entries !== wanted) problems.push(`there are ${entries} entries in place of ${wanted}`)
  const verified = await runVerify(instance.env)
  if (verified.code !== 0) problems.push(`aliquot verify: ${verified.output}`)
  return {
    summary: `${arrivals.count} files arrived, ${stored.length} are in the notebook, ${problems.length} differences`,
    numbers: {
      files: arrivals.count,
      'in the notebook, by name and hash': stored.length,
      'entries: one, each file, each run': `1, ${arrivals.singles}, ${arrivals.runs}`,
      'kills of the agent': faults.agent,
      'kills of the service': faults.service,
      'network cuts': faults.network,
      'connections cut, refused': `${network.cut}, ${network.refused}`,
      'files left after the last kill': left,
    },
    problems,
  }
}

/** A deposit key for one entry and one template, and the rules for the three folders. Returns the path of the file. */
async function configure(instance: Instance, ports: { server: number; network: number }): Promise<string> {
  const [ownKey = ''] = instance.keys
  const client = makeClient(() => ports.server, ownKey)
  const { id: template } = await client.call('POST', 'experiments_templates', { title: 'Measurement' })
  const { id } = await client.call('POST', 'experiments', { title: 'Log' })
  const entries = [{ type: 'experiments', id }]
  const reach = { name: 'Instrument', level: 'deposit', templates: [template], entries }
  const { headers } = await client.call('POST', 'apikeys', reach)
  client.close()
  const key = String(headers.location).split('/').pop()
  const folder = join(instance.folder, 'instrument')
  const settle = 0.2
  const rules = [
    { folder: join(folder, 'log'), pattern: '*.log', settle, entry: { type: 'experiments', id } },
    { folder: join(folder, 'single'), pattern: '^(.*)_', settle, entry: { template, title: '$1' } },
    { folder: join(folder, 'runs'), pattern: '^([^/]+)/', settle, entry: { template, title: '$1', per: 'folder' } },
  ]
  const file = join(instance.folder, 'watch.json')
  const more = { state: 'state', scanEvery: 1, reportEvery: 10 }
  const text = JSON.stringify({ server: `http://127.0.0.1:${ports.network}`, key, rules, ...more })
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

interface Stored {
  real_name: string
  hash: string
}

function listFiles({ db }: Context): Promise<Stored[]> {
  return db.read.selectFrom('uploads').select(['real_name', 'hash']).execute()
}

async function countEntries({ db }: Context): Promise<number> {
  return (await db.read.selectFrom('entities').select('id').where('type', '=', 1).execute()).length
}

/** Each file once, with its hash, and nothing else. */
function compare({ originals }: Arrivals, stored: readonly Stored[]): string[] {
  const problems: string[] = []
  const found = new Map<string, string[]>()
  for (const { real_name, hash } of stored) found.set(real_name, [...(found.get(real_name) ?? []), hash])
  for (const [path, { hash }] of originals) {
    const name = path.slice(path.indexOf('/') + 1)
    const hashes = found.get(name) ?? []
    found.delete(name)
    if (hashes.length !== 1) problems.push(`${name} is in the notebook ${hashes.length} times`)
    else if (hashes[0] !== hash) problems.push(`${name} has another hash`)
  }
  return [...problems, ...[...found.keys()].map((name) => `${name} never arrived, and is in the notebook`)]
}
