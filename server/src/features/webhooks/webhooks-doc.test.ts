import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEBHOOK_ERRORS } from '@aliquot/contract/webhook-errors'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../test/free-port.ts'
import { testApp } from '../../../test/harness.ts'
import { startWebhooks } from './delivery/deliverer.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')

test('docs/webhooks.md names every reason of a failure', () => {
  const rows = Array.from(page.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm), ([, name]) => name)
  expect(Object.keys(WEBHOOK_ERRORS).filter((reason) => !rows.includes(reason))).toEqual([])
})

test('the receiver in docs/webhooks.md takes what is signed, and nothing else', async () => {
  const { as, given, ctx } = await testApp({ WEBHOOK_ALLOW: '127.0.0.0/8' })
  const ada = await given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/`
  const { body } = await as(ada).post('webhooks', { url, kinds: ['experiment.updated'] })
  const [, program = ''] = /```js\n(.+?)```/s.exec(page) ?? []
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { WEBHOOK_SECRET: (body as { secret: string }).secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await expect.poll(() => text, { timeout: 10_000 }).toContain('ready')
  const { stop } = startWebhooks(ctx)
  onTestFinished(stop)
  await given.experiment(ada, { title: 'Crystals' })
  await expect.poll(() => text, { timeout: 10_000 }).toContain('experiment.updated Crystals by Ada Lovelace')
  expect((await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,abc' } })).status).toBe(
    401,
  )
})
