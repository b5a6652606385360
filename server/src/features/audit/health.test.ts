import { health } from '@aliquot/contract/health'
import { expect, test } from 'vitest'
import { DOCTOR_CHECKS } from '../../../test/doctor-checks.ts'
import { testApp } from '../../../test/harness.ts'
import { migrations } from '../../db/migrations/list.ts'

test('sysadmins see what the doctor says, nobody else does', async () => {
  const { as, given, ctx } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const { status, body } = await as(sysadmin).call(health.read)
  expect(status).toBe(200)
  expect(body.checks.map(({ name }) => name)).toEqual(DOCTOR_CHECKS)
  expect(body.checks).toContainEqual({
    name: 'schema',
    state: 'ok',
    message: expect.stringContaining(migrations.at(-1)?.name ?? ''),
    code: 'schema.up_to_date',
    params: { newest: migrations.at(-1)?.name },
  })
  expect(body.checks.find(({ name }) => name === 'database')?.message).toMatch(
    ctx.db.engine === 'sqlite' ? /^SQLite / : /^PostgreSQL /,
  )
  expect((await as(admin).call(health.read)).status).toBe(403)
})
