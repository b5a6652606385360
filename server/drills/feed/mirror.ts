import { setTimeout as sleep } from 'node:timers/promises'
import { change } from '../../src/change.ts'
import { addGroup, addMember, removeMember } from '../../src/features/teamgroups/teamgroups.change.ts'
import { SYSTEM } from '../../src/journal/record.ts'
import { makeClient, NoAnswer } from '../client.ts'
import { withPostgres } from '../engine.ts'
import { makeInstance, withContext } from '../instance.ts'
import type { DrillOptions } from '../options.ts'
import type { Random } from '../random.ts'
import type { Report } from '../report.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { Copy, LiveCopy } from './copies.ts'

const SERVERS = 3
const PEOPLE = 4
const BETWEEN_KILLS_MS = [300, 1500] as const
const PATIENCE_MS = 60_000

/**
 * Three servers on one PostgreSQL, of which one is killed again and again, while people change entries, permissions and groups.
 * Copies that follow the feed and a stream are at the end what their owners see.
 */
export function mirrorDrill({ rounds = 30, writers = 6, random }: DrillOptions): Promise<Report> {
  return withPostgres(async ({ url }) => {
    const instance = await makeInstance('mirror', { users: PEOPLE, databaseUrl: url })
    const servers: ServerProcess[] = []
    for (let number = 0; number < SERVERS; number++) servers.push(await startServer(instance.env))
    const port = () => random.pick(servers.filter((server) => server.isRunning())).port
    const copies = instance.keys.flatMap((key) => [new Copy(port, key), new LiveCopy(port, key)])
    const entries = new Set<number>()
    let isOver = false
    let written = 0
    const writing = Array.from({ length: writers }, async (_, number) => {
      const client = makeClient(port, instance.keys[number % PEOPLE] ?? '')
      while (!isOver) {
        const made = await changeSomething(client.call, random, entries)
        if (made) written++
      }
      client.close()
    })
    const regrouping = withContext(instance.env, async (ctx) => {
      const { id: teamgroup } = await change(ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Drill' }))
      while (!isOver) {
        const member = { teamgroup, userid: random.int(1, PEOPLE) }
        await change(ctx, SYSTEM, (work) => (random.chance(0.5) ? addMember : removeMember)(work, member)).catch(
          () => {},
        )
        await sleep(20)
      }
    })
    const problems: string[] = []
    const following = copies.map(async (copy, index) => {
      while (!isOver) await copy.follow()
      const mark = await copy.mark()
      // A copy that is told something is only behind.
      for (let heard = -1, until = 0; copy.lastMark !== mark; await copy.follow()) {
        if (copy.changes !== heard) until = performance.now() + PATIENCE_MS
        else if (performance.now() > until) break
        heard = copy.changes
      }
      if (copy.lastMark !== mark) problems.push(`copy ${index} was not told of the last change`)
    })
    for (let round = 0; round < rounds; round++) {
      await sleep(random.int(...BETWEEN_KILLS_MS))
      const victim = random.int(0, SERVERS - 1)
      await servers[victim]?.end('SIGKILL')
      servers[victim] = await startServer(instance.env)
    }
    isOver = true
    await Promise.all([...writing, regrouping, ...following])
    for (const [index, copy] of copies.entries()) {
      for (const id of entries) {
        const [there, seen] = [await copy.read(id), copy.entries.get(id)]
        if (there !== seen) problems.push(`entry ${id} is ${there} and in copy ${index} ${seen}`)
      }
    }
    for (const server of servers) await server.end('SIGTERM')
    instance.remove()
    const sum = (value: (copy: Copy) => number) => copies.reduce((total, copy) => total + value(copy), 0)
    return {
      summary: `${copies.length} copies of ${entries.size} entries after ${rounds} kills have ${problems.length} differences`,
      numbers: {
        'changes made': written,
        'changes told': sum((copy) => copy.changes),
        'connections lost by copies': sum((copy) => copy.reconnects),
      },
      problems,
    }
  })
}

type Call = ReturnType<typeof makeClient>['call']

/** Returns whether it was acknowledged. Refusals and servers that are killed in the middle do not matter here. */
async function changeSomething(call: Call, random: Random, entries: Set<number>): Promise<boolean> {
  try {
    if (entries.size < 10 || random.chance(0.05)) {
      const { status, id } = await call('POST', 'experiments', {})
      if (status === 201) entries.add(id)
      return status === 201
    }
    const path = `experiments/${random.pick([...entries])}`
    const users = Array.from({ length: PEOPLE }, (_, n) => n + 1).filter(() => random.chance(0.3))
    const permission = {
      canread_base: random.pick([10, 10, 30]),
      canwrite_base: 40,
      canread: { teams: [], teamgroups: random.chance(0.5) ? [1] : [], users },
    }
    const doings = [
      () => call('PATCH', path, { title: `Title ${random.int(0, 1000)}` }),
      () => call('PATCH', path, permission),
      () => call('POST', `${path}/comments`, { comment: 'Pure' }),
      () => call('DELETE', path),
      () => call('PATCH', path, { action: 'restore' }),
    ]
    const { status } = await random.pick(doings)()
    return status < 300
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    await sleep(20)
    return false
  }
}
