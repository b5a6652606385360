import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'
import type { JobKinds } from './handler.ts'
import * as repo from './jobs.repo.ts'
import { runJobs, startJobs } from './runner.ts'
import { announceJobs } from './wake.ts'

/** Jobs that run until they are released, and a list of those that were begun. */
function controlledJobs() {
  const begun: string[] = []
  const releases = new Map<string, () => void>()
  const kinds: JobKinds = {
    content: (_ctx, { subject }, signal) =>
      new Promise((resolve, reject) => {
        begun.push(subject)
        releases.set(subject, () => resolve('done'))
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  }
  return { kinds, begun, release: (subject: string) => releases.get(subject)?.() }
}

/** Each is due a moment after the one before. */
function enqueuer({ ctx }: TestApp) {
  let due = Date.parse('2026-01-01T10:00:00Z')
  return async (person: number, ...subjects: string[]) => {
    for (const subject of subjects) {
      due += 1000
      const at = new Date(due).toISOString()
      await ctx.db.write((db) => repo.enqueue(db, { kind: 'content', subject, at, person }))
    }
    announceJobs()
  }
}

/** Starts a runner like a server does. */
function startRunner({ ctx }: TestApp, kinds: JobKinds): void {
  const { stop } = startJobs(ctx, kinds)
  onTestFinished(stop)
}

test('files of one person that hang keep nobody else waiting', async () => {
  const lab = await testApp()
  const enqueue = enqueuer(lab)
  const { kinds, begun, release } = controlledJobs()
  startRunner(lab, kinds)
  await enqueue(1, 'hangs a', 'hangs b', 'hangs c', 'hangs d')
  await expect.poll(() => begun).toEqual(['hangs a', 'hangs b'])

  await enqueue(2, 'short a', 'short b')
  await expect.poll(() => begun).toEqual(['hangs a', 'hangs b', 'short a'])
  release('short a')
  await expect.poll(() => begun).toEqual(['hangs a', 'hangs b', 'short a', 'short b'])
})

test('nor do they when they came while other lanes were busy', async () => {
  const lab = await testApp()
  const enqueue = enqueuer(lab)
  const { kinds, begun, release } = controlledJobs()
  startRunner(lab, kinds)
  await enqueue(2, 'short a')
  await enqueue(3, 'short b')
  await expect.poll(() => begun).toHaveLength(2)
  await enqueue(1, 'hangs a')
  await expect.poll(() => begun).toHaveLength(3)
  await enqueue(1, 'hangs b', 'hangs c', 'hangs d')
  release('short a')
  release('short b')
  await expect.poll(() => begun.slice(3)).toEqual(['hangs b'])

  await enqueue(4, 'short c')
  await expect.poll(() => begun.slice(3)).toEqual(['hangs b', 'short c'])
})

test('a lane that finds nothing takes up the next job while another lane is busy', async () => {
  const lab = await testApp()
  const enqueue = enqueuer(lab)
  const { kinds, begun } = controlledJobs()
  startRunner(lab, kinds)
  await enqueue(1, 'hangs')
  await expect.poll(() => begun).toEqual(['hangs'])
  await enqueue(1, 'second')
  await expect.poll(() => begun).toEqual(['hangs', 'second'])
})

test('two servers share the lanes among people', async () => {
  const lab = await testApp()
  const enqueue = enqueuer(lab)
  const { kinds, begun, release } = controlledJobs()
  startRunner(lab, kinds)
  startRunner(lab, kinds)
  await enqueue(1, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6')
  await expect.poll(() => begun).toHaveLength(4)
  await enqueue(2, 'b1', 'b2')
  await expect.poll(() => begun).toHaveLength(5)
  await enqueue(3, 'c1')
  await expect.poll(() => begun).toHaveLength(6)
  expect(begun.slice(4)).toEqual(['b1', 'c1'])

  // Of those who wait, the person with the fewest running jobs is next.
  release('b1')
  await expect.poll(() => begun).toHaveLength(7)
  expect(begun.at(-1)).toBe('b2')
})

test('who has the fewest running jobs is next, then who has waited longest', async () => {
  const lab = await testApp()
  const enqueue = enqueuer(lab)
  await enqueue(1, 'a1', 'a2', 'a3')
  await enqueue(2, 'b1')
  await enqueue(0, 'nobody')
  const { ctx } = lab
  const at = ctx.now()
  const until = new Date(Date.parse(at) + 60_000).toISOString()
  const claim = async (mostEach?: number) => {
    const job = await ctx.db.write((db) => repo.claim(db, { at, until, holder: 'us' }, mostEach))
    return typeof job === 'object' ? job.subject : job
  }

  const order = [
    await claim(),
    await claim(),
    await claim(),
    await claim(1),
    await claim(),
    await claim(),
    await claim(),
  ]

  expect(order).toEqual(['a1', 'b1', 'nobody', undefined, 'a2', 'a3', undefined])
})

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a job that somebody else holds keeps nobody waiting, and runs when it is free',
  async () => {
    const lab = await testApp()
    const enqueue = enqueuer(lab)
    await enqueue(1, 'held')
    await enqueue(2, 'free')
    const taken = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const holding = lab.ctx.db.write(async (db) => {
      await db.selectFrom('jobs').select('id').where('subject', '=', 'held').forUpdate().execute()
      taken.resolve()
      await released
    })
    await taken.promise
    const done: string[] = []
    const content: JobKinds[string] = async (_ctx, { subject }) => {
      done.push(subject)
      return 'done'
    }
    const running = runJobs(lab.ctx, { content })
    // Finished, and so the only one that is left is held.
    await expect.poll(() => repo.list(lab.ctx.db.read)).toMatchObject([{ subject: 'held' }])
    expect(done).toEqual(['free'])

    release()
    await holding
    expect(await running).toBe(2)
    expect(done).toEqual(['free', 'held'])
  },
)
