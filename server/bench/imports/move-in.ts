import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Instance, makeInstance } from '../../drills/instance.ts'
import { bareEnvironment, root, type ServerProcess, startServer } from '../../drills/server-process.ts'
import { row } from '../files.ts'
import { seedExperiments } from '../seed.ts'

const PEOPLE = [1, 20]

/** How fast another Aliquot on this machine moves in, with the keys of one and of many people. */
export async function benchMoveIn({ entries }: { entries: number }): Promise<void> {
  const there = await makeInstance('bench-moved', { users: Math.max(...PEOPLE) })
  const [key = ''] = there.keys
  const server = await startServer(there.env)
  const results: Record<string, object> = {}
  try {
    console.log(`Seeding ${entries} experiments …`)
    await seedExperiments(server.port, key, entries)
    for (const people of PEOPLE) {
      const here = await makeInstance('bench-moving', { users: 1 })
      try {
        const seconds = await moveIn(here, server, there.keys.slice(0, people))
        const again = await moveIn(here, server, there.keys.slice(0, people))
        const keys = people === 1 ? '1 key' : `${people} keys`
        results[`${entries} entries with ${keys}: entries a second`] = row(entries / seconds, '≥ 50')
        results[`… once more with ${keys}, nothing to do: seconds`] = row(again, '')
      } finally {
        here.remove()
      }
    }
    console.table(results)
  } finally {
    await server.end('SIGTERM')
    there.remove()
  }
}

/** Seconds from the start of the command to its end. */
async function moveIn({ env }: Instance, { port }: ServerProcess, keys: readonly string[]): Promise<number> {
  const command = [join(root, 'server/src/cli/aliquot.js'), 'move-in', '--from', `http://127.0.0.1:${port}`]
  const start = performance.now()
  const child = spawn(process.execPath, [...command, '--key-stdin', '--json'], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (piece) => {
    told += piece
  })
  child.stdin.end(`${keys.join('\n')}\n`)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`move-in ended with ${code}: ${told}`)
  return (performance.now() - start) / 1000
}
