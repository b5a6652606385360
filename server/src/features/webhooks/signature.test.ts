import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { type Got, startReceiver } from '../../../test/webhooks/receiver.ts'

const DAY_MS = 24 * 3_600_000

function isGenuine(secret: string, { raw, headers }: Got): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test('the verifier of Standard Webhooks accepts our signature, with both secrets for a day after a rotation', async () => {
  const { as, given, ctx } = await testApp({ WEBHOOK_ALLOW: '127.0.0.0/8' })
  const receiver = await startReceiver()
  const ada = await given.user()
  const made = await as(ada).post('webhooks', { url: receiver.url })
  const { secret: first } = made.body as { secret: string }
  const sendTest = async () => {
    expect((await as(ada).post(`webhooks/${made.id}`, { action: 'test' })).status).toBe(200)
    return receiver.got.at(-1) as Got
  }
  const one = await sendTest()
  expect(isGenuine(first, one)).toBe(true)
  expect(isGenuine(first, { ...one, raw: one.raw.replace('{', '{ ') })).toBe(false)
  expect(isGenuine(`whsec_${Buffer.alloc(32).toString('base64')}`, one)).toBe(false)
  expect(one.body).toMatchObject({ type: 'webhook.test', data: { webhook: made.id } })

  const { secret: second } = (await as(ada).post(`webhooks/${made.id}`, { action: 'rotate' })).body as {
    secret: string
  }
  const both = await sendTest()
  expect([isGenuine(first, both), isGenuine(second, both)]).toEqual([true, true])
  expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)

  // The verifier refuses what is not of now, so only the number of signatures can be told.
  ctx.now = () => new Date(Date.now() + DAY_MS + 1000).toISOString()
  const later = await sendTest()
  expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1)
})
