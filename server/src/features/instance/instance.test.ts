import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import type { Context } from '../../context.ts'
import { noteRun } from '../../servers/last-runs.ts'

const LEVELS = [10, 20, 30, 40, 50]

test('/info counts people, teams and entries, deleted ones included', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  await given.user({ team: await given.team() })
  const id = await given.experiment(ada)
  await given.experiment(ada)
  await as(ada).delete(`experiments/${id}`)
  expect(await as(ada).get('info')).toMatchObject({
    status: 200,
    body: { all_users_count: 2, active_users_count: 2, teams_count: 2, experiments_count: 2, items_count: 0 },
  })
})

test('/info counts as active who is validated and active in at least one team', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const [archived, unvalidated] = [await given.user(), await given.user()]
  await ctx.db.write(async (db) => {
    await db.updateTable('memberships').set({ is_archived: 1 }).where('userid', '=', archived.id).execute()
    await db.updateTable('users').set({ validated: 0 }).where('userid', '=', unvalidated.id).execute()
  })
  expect((await as(ada).get('info')).body).toMatchObject({ all_users_count: 3, active_users_count: 1 })
})

test('/info?hist tells how the instance grew, null where there is nothing', async () => {
  const { as, given, ctx } = await testApp()
  const today = ctx.now().slice(0, 10)
  ctx.now = () => `${today}T23:59:59.999Z`
  const ada = await given.user()
  await given.experiment(ada)
  await given.experiment(ada)
  const grown = {
    experiments: [{ bucket_start: today, total: 2 }],
    items: null,
    users: [{ bucket_start: today, total: 1 }],
  }
  for (const query of ['hist', 'hist=1', 'hist&columns=3', 'hist=true&columns=nonsense']) {
    expect(await as(ada).get(`info?${query}`), query).toMatchObject({ status: 200, body: grown })
  }
  expect((await as(ada).get('info?hist=0')).body).toMatchObject({ experiments_count: 2, allowed_levels: LEVELS })
})

test('/info?hist counts what came long ago, in as many columns as asked for', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const now = ctx.now()
  ctx.now = () => now
  const day = (ago: number) => new Date(Date.parse(now) - ago * 86_400_000).toISOString().slice(0, 10)
  await ctx.db.write((db) =>
    db
      .insertInto('daily_counts')
      .values([
        { kind: 2, day: day(999), shard: 0, total: 5 },
        { kind: 2, day: day(1), shard: 0, total: 1 },
        { kind: 2, day: day(1), shard: 7, total: 1 },
      ])
      .execute(),
  )
  const { body } = await as(ada).get<{ items: { bucket_start: string; total: number }[] }>('info?hist&columns=10')
  expect(body.items.map(({ total }) => total)).toEqual([...Array(9).fill(5), 7])
  expect(body.items[0]?.bucket_start).toBe(day(999))
  const usual = await as(ada).get<{ items: object[] }>('info?hist')
  expect(usual.body.items).toHaveLength(120)
})

test('/info: POST, PATCH, DELETE → 400', async () => {
  const { as, given } = await testApp()
  const ada = as(await given.user())
  expect((await ada.post('info', {})).status).toBe(400)
  expect((await ada.patch('info', {})).status).toBe(400)
  expect((await ada.delete('info')).status).toBe(400)
})

test('/info tells the time stamps that are left and the levels that are allowed, as sysadmins set them', async () => {
  const { as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  await root.patch('config', { ts_balance: 40, ts_limit: '10', allow_permission_full: '0' })
  expect((await root.get('info')).body).toMatchObject({
    ts_balance: 40,
    ts_limit: 10,
    allowed_levels: [10, 20, 30, 40],
  })
})

test('/healthz says that the process lives, without credentials and without the database', async () => {
  const { app, ctx } = await testApp()
  await ctx.db.close()
  const reply = await app.inject({ method: 'GET', url: '/healthz' })
  expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ok' }])
})

test('/readyz says that the service can work', async () => {
  const { app } = await testApp()
  const reply = await app.inject({ method: 'GET', url: '/readyz' })
  expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ready' }])
})

test('/readyz is 503 while the database does not answer', async () => {
  const { app, ctx } = await testApp()
  await ctx.db.close()
  const reply = await app.inject({ method: 'GET', url: '/readyz' })
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBeTruthy()
  expect(reply.json()).toEqual({ code: 503, message: expect.any(String), description: 'database: it does not answer' })
})

test('/readyz is 503 when a newer version has changed the schema', async () => {
  const { app, ctx } = await testApp()
  const migration = { name: '9999-newer', applied_at: ctx.now() }
  await ctx.db.write((db) =>
    db
      .insertInto('migrations' as never)
      .values(migration as never)
      .execute(),
  )
  const reply = await app.inject({ method: 'GET', url: '/readyz' })
  expect([reply.statusCode, reply.json().description]).toEqual([503, expect.stringContaining('schema')])
})

test('/readyz is 503 when the data folder cannot be written', async () => {
  const { app, ctx } = await testApp()
  // A file instead of the folder: even root cannot write into it.
  await rm(ctx.config.DATA_DIR, { recursive: true, force: true })
  await writeFile(ctx.config.DATA_DIR, '')
  const reply = await app.inject({ method: 'GET', url: '/readyz' })
  await rm(ctx.config.DATA_DIR)
  await mkdir(ctx.config.DATA_DIR)
  expect([reply.statusCode, reply.json().description]).toEqual([503, 'disk: the data folder cannot be written'])
  expect(reply.body).not.toContain(ctx.config.DATA_DIR)
})

test('/readyz is 503 while the database can be read and takes no changes, and is ready again afterwards', async () => {
  const { app, ctx, as, given } = await testApp()
  const ada = await given.user()
  const lock = await lockServers(ctx)
  const reply = await app.inject({ method: 'GET', url: '/readyz' })
  expect([reply.statusCode, reply.json().description]).toEqual([503, 'database: changes take too long'])
  expect(await as(ada).get('experiments')).toMatchObject({ status: 200 })
  expect(await app.inject({ method: 'GET', url: '/healthz' })).toMatchObject({ statusCode: 200 })
  await lock.release()
  const status = async () => (await app.inject({ method: 'GET', url: '/readyz' })).statusCode
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
})

/** Blocks all writers, as another process could. */
async function lockServers({ config, db }: Context): Promise<{ release(): Promise<void> }> {
  if (db.engine === 'sqlite') {
    const other = new DatabaseSync(join(config.DATA_DIR, 'aliquot.db'))
    other.exec('begin immediate')
    return { release: async () => other.close() }
  }
  const other = new pg.Client({ connectionString: config.DATABASE_URL ?? '' })
  other.on('error', () => {})
  await other.connect()
  await other.query('begin; lock table servers in access exclusive mode')
  return { release: () => other.end() }
}

test('/metrics does not exist unless it is switched on', async () => {
  const { app } = await testApp()
  expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
})

test('/metrics counts requests by route and status, in the format of Prometheus', async () => {
  const { app, as, given } = await testApp({ METRICS: 'on' })
  const ada = await given.user()
  const id = await given.experiment(ada)
  await as(ada).get(`experiments/${id}`)
  await as(ada).get(`experiments/${id}`)
  await as(ada).get('experiments/999999')
  await as(ada).get('nonsense')
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url: '/metrics' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const route = '/api/v2/experiments/:id'
  expect(body).toContain(`aliquot_request_duration_seconds_count{route="${route}",status="2xx"} 2\n`)
  expect(body).toContain(`aliquot_request_duration_seconds_bucket{route="${route}",status="4xx",le="+Inf"} 1\n`)
  expect(body).toContain('aliquot_request_duration_seconds_count{route="(unknown)",status="4xx"} 1\n')
  // The request for the metrics itself.
  expect(body).toContain('\naliquot_requests_in_flight 1\n')
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'process_cpu_seconds_total',
  ]) {
    expect(body).toMatch(new RegExp(`^${name} [0-9.e-]+$`, 'm'))
  }
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]+\})? [0-9.e+-]+)$/)
})

test('/metrics tells how changes are committed, where that is ours to do', async () => {
  const { app, as, ctx, given } = await testApp({ METRICS: 'on' })
  const ada = await given.user()
  const figure = async (name: string) => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  const before = await figure('aliquot_committed_changes_total')
  await Promise.all(Array.from({ length: 5 }, () => as(ada).post('experiments', {})))
  if (ctx.db.engine === 'postgres') return expect(before).toBeNaN()
  expect(await figure('aliquot_committed_changes_total')).toBeGreaterThanOrEqual(before + 5)
  expect(await figure('aliquot_commits_total')).toBeLessThan(await figure('aliquot_committed_changes_total'))
  expect(await figure('aliquot_commit_seconds_total')).toBeGreaterThan(0)
  expect(await figure('aliquot_write_queue_length')).toBe(0)
})

test('/metrics counts refused sign-ins and keys, troubles by cause, and stored files', async () => {
  const { app, as, ctx, given } = await testApp({ METRICS: 'on' })
  const ada = await given.user()
  const id = await given.experiment(ada)
  await as('1-wrong').get('experiments')
  await app.inject({ method: 'POST', url: '/api/v2/session', payload: { email: ada.email, password: 'wrong wrong' } })
  await as(ada).postForm(`experiments/${id}/uploads`, [{ name: 'file', filename: 'a.txt', content: 'twelve bytes' }])
  await ctx.db.close()
  await as(ada).get('experiments')
  const { body } = await app.inject({ method: 'GET', url: '/metrics' })
  expect(body).toContain('aliquot_sign_in_failures_total{reason="key"} 1\n')
  expect(body).toContain('aliquot_sign_in_failures_total{reason="password"} 1\n')
  expect(body).toContain('aliquot_sign_in_failures_total{reason="limit"} 0\n')
  expect(body).toMatch(/aliquot_troubles_total\{cause="(database|bug)"\} 1\n/)
  expect(body).toContain('aliquot_upload_bytes_total 12\n')
  expect(body).toContain('aliquot_build_info{version="')
})

test('/metrics tells of jobs, disk, database, descriptors, pool, and of the last backup and verify', async () => {
  const { app, ctx } = await testApp({ METRICS: 'on' })
  await noteRun(ctx, 'backup', true)
  await noteRun(ctx, 'verify', false)
  const { body } = await app.inject({ method: 'GET', url: '/metrics' })
  const names = [
    ...['aliquot_jobs{state="waiting"}', 'aliquot_jobs{state="failed"}', 'aliquot_disk_free_bytes'],
    ...['aliquot_webhook_attempts_total{fate="delivered"}', 'aliquot_webhook_waiting'],
    ...['aliquot_database_bytes', 'aliquot_events_since_checkpoint'],
    ...['aliquot_search_pending', 'aliquot_search_behind_seconds'],
    ...['aliquot_last_run_time_seconds{kind="backup"}', 'aliquot_last_run_time_seconds{kind="verify"}'],
    ...(process.platform === 'linux' ? ['process_open_fds', 'process_max_fds'] : []),
    ...(ctx.db.engine === 'postgres'
      ? [
          'aliquot_pool_busy{pool="requests"}',
          'aliquot_pool_waiting{pool="requests"}',
          'aliquot_pool_size{pool="streams"}',
        ]
      : ['aliquot_wal_bytes', 'aliquot_lock_wait_seconds_total']),
  ]
  for (const name of names) expect(body.split('\n').map((line) => line.split(' ')[0])).toContain(name)
  expect(body).toContain('aliquot_last_run_ok{kind="backup"} 1\n')
  expect(body).toContain('aliquot_last_run_ok{kind="verify"} 0\n')
})

test('/metrics goes on while the database does not answer', async () => {
  const { app, ctx } = await testApp({ METRICS: 'on' })
  await ctx.db.close()
  const { statusCode, body } = await app.inject({ method: 'GET', url: '/metrics' })
  expect([statusCode, body]).toEqual([200, expect.stringContaining('aliquot_disk_free_bytes')])
})

test('/metrics answers only to this machine, unless that is switched on too', async () => {
  const local = await testApp({ METRICS: 'on', TRUST_PROXY: '127.0.0.1' })
  const get = (remoteAddress: string, headers = {}) =>
    local.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
  expect((await get('127.0.0.1')).statusCode).toBe(200)
  expect((await get('::ffff:127.0.0.1')).statusCode).toBe(200)
  expect((await get('::1')).statusCode).toBe(200)
  expect((await get('10.0.0.7')).statusCode).toBe(404)
  // A client behind the proxy, and one that claims to be this machine.
  expect((await get('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' })).statusCode).toBe(404)
  expect((await get('10.0.0.7', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)

  // An unknown proxy on this machine: the client behind it is unknown.
  const behind = await testApp({ METRICS: 'on' })
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']) {
    expect((await behind.app.inject({ url: '/metrics', headers: { [name]: '10.0.0.7' } })).statusCode).toBe(404)
  }
  expect((await behind.app.inject({ url: '/metrics' })).statusCode).toBe(200)

  const open = await testApp({ METRICS: 'on', METRICS_REMOTE: 'on' })
  expect((await open.app.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(200)
})
