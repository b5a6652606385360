import { expect, test } from 'vitest'
import { givenPerson, signIn } from '../../../test/browser.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { changeSettings } from '../config/config.service.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const MINUTE = 60_000

/** A clock that only advances when told to. */
function stopClock({ ctx }: TestApp): (minutes: number) => void {
  let now = Date.parse(ctx.now())
  ctx.now = () => new Date(now).toISOString()
  return (minutes) => {
    now += minutes * MINUTE
  }
}

test('autologout_time: a session that is not used so long ends, one that is used goes on', async () => {
  const lab = await testApp()
  const wait = stopClock(lab)
  await changeSettings(lab.ctx, AUTHOR, { autologout_time: '10' })
  const browser = await signIn(lab, await givenPerson(lab))
  for (let times = 0; times < 4; times++) {
    wait(6)
    expect((await browser.get('session')).status).toBe(200)
    // The new end is written after the answer.
    await expect
      .poll(async () => (await lab.ctx.db.read.selectFrom('sessions').select('last_seen_at').execute())[0])
      .toEqual({ last_seen_at: lab.ctx.now() })
  }
  wait(10)
  expect((await browser.get('session')).status).toBe(401)
})

test('autologout_time counts for sessions that are open already, and ends none when it is put back', async () => {
  const lab = await testApp()
  const wait = stopClock(lab)
  const browser = await signIn(lab, await givenPerson(lab))
  wait(30)
  await changeSettings(lab.ctx, AUTHOR, { autologout_time: '20' })
  expect((await browser.get('session')).status).toBe(401)
  await changeSettings(lab.ctx, AUTHOR, { autologout_time: '0' })
  expect((await browser.get('session')).status).toBe(200)
})

test('cookie_validity_time shortens what the server allows, and lengthens nothing', async () => {
  const lab = await testApp({ SESSION_HOURS: '1' })
  const wait = stopClock(lab)
  const bob = await givenPerson(lab)
  const long = await signIn(lab, bob)
  wait(61)
  expect((await long.get('session')).status).toBe(401)
  await changeSettings(lab.ctx, AUTHOR, { cookie_validity_time: '5' })
  const short = await signIn(lab, bob)
  wait(6)
  expect((await short.get('session')).status).toBe(401)
})
