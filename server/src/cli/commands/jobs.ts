import type { Command } from '../command.ts'
import { table } from '../table.ts'

export const jobsList: Command = {
  name: 'jobs list',
  summary: 'List what waits to be done in the background, failed jobs first',
  options: { failed: { type: 'flag', help: 'only those that have failed for good' } },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { countJobs, list } = await import('../../jobs/jobs.repo.ts')
    const { counts, jobs } = await withExistingInstance(async ({ db }) => ({
      counts: await countJobs(db.read),
      jobs: await list(db.read, { failedOnly: call.flag('failed') }),
    }))
    const rows = jobs.map(({ id, kind, subject, holder, next_at, attempts, error }) => {
      const state = next_at === null ? 'failed' : holder === null ? `due ${next_at}` : 'running'
      return [id, kind, subject, state, attempts, error ?? '']
    })
    const told = `${counts.waiting} waiting, ${counts.running} running, ${counts.failed} failed`
    const lines = rows.length === 0 ? [told] : [table(['id', 'kind', 'about', 'state', 'tries', 'error'], rows), told]
    call.print({ ...counts, jobs }, lines.join('\n'))
    return 0
  },
}

export const jobsRetry: Command = {
  name: 'jobs retry',
  summary: 'Give jobs that have failed another chance',
  options: { id: { type: 'text', value: 'ID', help: 'only this one, see aliquot jobs list' } },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { retryFailed } = await import('../../jobs/jobs.repo.ts')
    const { UsageError } = await import('../command.ts')
    const id = call.maybeText('id')
    if (id !== undefined && !/^[1-9]\d{0,9}$/.test(id)) throw new UsageError('--id is the number of a job')
    const retried = await withExistingInstance((ctx) =>
      ctx.db.write((db) => retryFailed(db, ctx.now(), id === undefined ? undefined : Number(id))),
    )
    call.print({ retried }, `${retried} ${retried === 1 ? 'job is' : 'jobs are'} due again`)
    return id !== undefined && retried === 0 ? 1 : 0
  },
}

export const jobsRemake: Command = {
  name: 'jobs remake',
  summary: 'Have all pictures and texts of files made anew, in the background',
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { enqueue, NOBODY } = await import('../../jobs/jobs.repo.ts')
    await withExistingInstance((ctx) =>
      ctx.db.write((db) => enqueue(db, { kind: 'files', subject: 'remake', at: ctx.now(), person: NOBODY })),
    )
    call.print({ ok: true }, 'The service looks through all files; what was made of them stays until it is made anew')
    return 0
  },
}
