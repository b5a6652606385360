import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from './harness.ts'

const ROOT = join(import.meta.dirname, '../..')

test("the README's walk-through works as pasted", async () => {
  const { app, ctx } = await testApp()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const script =
    /^```sh walk-through\n(.*?)^```$/ms.exec(readme)?.[1]?.replaceAll('http://127.0.0.1:4280', address) ?? ''

  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      // Vitest sets a variable of this name too.
      BASE_URL: '',
      DATA_DIR: ctx.config.DATA_DIR,
      ...(ctx.config.DATABASE_URL && { DATABASE_URL: ctx.config.DATABASE_URL }),
    },
  })

  expect(stdout).toContain('"title":"Yield of batch 17"')
  expect(stdout).toContain('"tags":"batch 17|yield"')
  expect(stdout).toContain('HTTP/1.1 201 Created')
  expect(stdout).toContain('"comment":"Measured twice."')
})
