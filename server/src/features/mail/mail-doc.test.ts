import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { listen } from '../../../test/raw-request.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/mail.md'), 'utf8')

test('the example in docs/mail.md sets up e-mail and sends a test message', async () => {
  const { app, given } = await testApp()
  const root = await given.user({ isSysadmin: true })
  const server = await mailServer()
  const port = await listen({ app })
  const [, example = ''] = /```sh example\n(.+?)```/s.exec(page) ?? []
  const { smtp_address, smtp_port } = server.settings
  const env = { ...process.env, SMTP_HOST: smtp_address, SMTP_PORT: smtp_port }
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', example], {
    env: { ...env, URL: `http://127.0.0.1:${port}/api/v2`, KEY: root.key },
  })
  expect(stdout).toMatch(/location: .*\/api\/v2\/instance\/1\r?\n/i)
  expect(server.mails).toMatchObject([{ to: ['ada@example.org'] }])
})
