import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'
import { Channel } from './channel.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function open(url: string, count: number) {
  return Array.from({ length: count }, () => {
    const channel = new Channel(url)
    const heard: string[] = []
    channel.onWord((word) => heard.push(word))
    onTestFinished(() => channel.close())
    return { channel, heard }
  })
}

test.runIf(onPostgres)('words reach the other processes, gathered, and not the one that says them', async () => {
  const { ctx } = await testApp()
  const [one, two] = await open(ctx.config.DATABASE_URL ?? '', 2)
  two?.channel.ask()
  await eventually(() => expect(two?.heard).toEqual(['commit']))
  // Whoever is new says so, and hears who wants to hear.
  one?.channel.noteCommit()
  await eventually(() => expect(two?.heard).toEqual(['commit', 'commit']))
  await new Promise((resolve) => setTimeout(resolve, 100))
  for (let times = 0; times < 100; times++) one?.channel.noteCommit()
  one?.channel.say('signal 5 jobs')
  await eventually(() => expect(two?.heard).toContain('signal 5 jobs'))
  expect(two?.heard).toEqual(['commit', 'commit', 'commit', 'signal 5 jobs'])
  expect(one?.heard).toEqual(['commit'])
})

test.runIf(onPostgres)('a connection that was cut is opened again', async () => {
  const { ctx } = await testApp()
  const url = ctx.config.DATABASE_URL ?? ''
  const [one, two] = await open(url, 2)
  two?.channel.ask()
  await eventually(() => expect(two?.heard.length).toBe(1))
  one?.channel.noteCommit()
  await eventually(() => expect(two?.heard.length).toBe(2))
  const admin = new pg.Client(url)
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (query like '%listen aliquot%' or query like '%pg_notify%')`)
  await eventually(
    () => {
      one?.channel.say('again')
      expect(two?.heard).toContain('again')
    },
    { timeout: 10_000, interval: 100 },
  )
})

test.runIf(onPostgres)('nothing is said while nobody asks', async () => {
  const { ctx } = await testApp()
  const [one, two] = await open(ctx.config.DATABASE_URL ?? '', 2)
  one?.channel.noteCommit()
  await eventually(() => expect(one?.heard.length).toBe(1))
  two?.channel.noteCommit()
  await eventually(() => expect(one?.heard.length).toBe(2))
  const later = performance.now() + 60_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  one?.channel.say('unheard')
  two?.channel.ask()
  await eventually(() => {
    one?.channel.say('wanted')
    expect(two?.heard).toContain('wanted')
  })
  expect(two?.heard).not.toContain('unheard')
})
