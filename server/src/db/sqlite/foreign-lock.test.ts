import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

test.runIf(onSqlite)(
  'a lock that another process holds delays writers only, and reads and /healthz go on',
  async () => {
    const lab = await testApp()
    const ada = await lab.given.user()
    const id = await lab.given.experiment(ada)
    const lock = holdLock(lab)
    let isAnswered = false
    const write = lab
      .as(ada)
      .patch(`experiments/${id}`, { title: 'After the lock' })
      .finally(() => {
        isAnswered = true
      })
    // By then it waits for the lock.
    await sleep(300)
    expect(await lab.as(ada).get(`experiments/${id}`)).toMatchObject({ status: 200 })
    expect(await lab.app.inject({ url: '/healthz' })).toMatchObject({ statusCode: 200 })
    expect(isAnswered).toBe(false)
    lock.release()
    expect(await write).toMatchObject({ status: 200, body: { title: 'After the lock' } })
  },
)

test.runIf(onSqlite)('who waits ten seconds for a lock is told to come again, and nothing is stored', async () => {
  const lab = await testApp()
  const ada = await lab.given.user()
  const lock = holdLock(lab)
  const refused = await lab.as(ada).post('experiments', {})
  expect(refused).toMatchObject({ status: 503, body: { message: 'The database is busy' } })
  expect(refused.headers['retry-after']).toBe('2')
  lock.release()
  expect((await lab.as(ada).get<object[]>('experiments')).body).toEqual([])
  expect(await lab.as(ada).post('experiments', {})).toMatchObject({ status: 201 })
})

/** As an `sqlite3` shell or a second service would hold it. */
function holdLock({ ctx }: TestApp): { release(): void } {
  const other = new DatabaseSync(join(ctx.config.DATA_DIR, 'aliquot.db'))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { release: () => other.exec('rollback') }
}
