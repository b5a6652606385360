import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { notebookOf } from '../../../test/move-in/compare.ts'
import { listen } from '../../../test/raw-request.ts'
import { verify } from '../../verify/verify.ts'
import { moveIn } from './move-in.service.ts'

const LAUNCHER = join(import.meta.dirname, '../../cli/aliquot.js')

test('a process that is killed at any moment leaves nothing half, and the next one goes on', {
  timeout: 180_000,
}, async () => {
  const there = await testApp()
  const ada = await there.given.user({ email: 'ada@example.org', isAdmin: true })
  for (let number = 1; number <= 36; number++) {
    const id = await there.given.experiment(ada, {
      title: `Run ${number}`,
      body: `<p>Text ${number}</p>`,
      tags: ['a', 'b'],
    })
    const client = there.as(ada)
    await client.post(`experiments/${id}/comments`, { comment: `Remark ${number}` })
    await client.postForm(`experiments/${id}/uploads`, [
      { name: 'file', filename: 'a.txt', content: Buffer.from(`file ${number}`) },
    ])
    if (number > 1) await client.post(`experiments/${id}/experiments_links/${id - 1}`)
  }
  const here = await testApp()
  const root = await here.given.user({ email: 'root@example.org', isSysadmin: true })
  const from = `http://127.0.0.1:${await listen(there)}`
  const { DATA_DIR, DATABASE_URL } = here.ctx.config
  const env = { PATH: process.env.PATH, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) }

  const counts: number[] = []
  for (let times = 0; times < 3; times++) {
    const child = spawn(process.execPath, [LAUNCHER, 'move-in', '--from', from, '--key-stdin'], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end(`${ada.key}\n`)
    const ended = once(child, 'exit')
    const wanted = (counts.at(-1) ?? 0) + 5
    while (child.exitCode === null && (await countHere()) < wanted) await sleep(5)
    child.kill('SIGKILL')
    const [code, signal] = await ended
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
    counts.push(await countHere())
  }
  expect(counts[0]).toBeGreaterThan(0)

  const options = { from, keys: [ada.key], as: root.id, patience: { attempts: 3, firstPauseMs: 1 } }
  const report = await moveIn(here.ctx, options, () => {}, new AbortController().signal)
  expect(report.counts.experiments).toMatchObject({ there: 36, here: 36, failed: 0, conflicts: 0 })
  const user = await here.ctx.db.read
    .selectFrom('users')
    .selectAll()
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()
  const key = await here.given.key({ id: user.userid, team: ada.team })
  expect(await notebookOf(here.as(key))).toEqual(await notebookOf(there.as(ada)))
  expect(await countHere()).toBe(36)
  expect((await verify(here.ctx.db)).findings).toEqual([])

  async function countHere(): Promise<number> {
    const { total } = await here.ctx.db.read
      .selectFrom('entities')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
})
