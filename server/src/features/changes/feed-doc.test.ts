import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGE_KINDS } from '@aliquot/contract/change-kinds'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { listen } from '../../../test/raw-request.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/feed.md'), 'utf8')

test('docs/feed.md lists every kind and no other', () => {
  const rows = Array.from(page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+) \|$/gm), (row) => [row[1], row[2]])
  expect(Object.fromEntries(rows)).toEqual(CHANGE_KINDS)
})

test('the program in docs/feed.md follows the notebook', async () => {
  const { app, as, given } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const port = await listen({ app })
  const [, program = ''] = /```js\n(.+?)```/s.exec(page) ?? []
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ALIQUOT_URL: `http://127.0.0.1:${port}`, ALIQUOT_KEY: ada.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const told = (async () => {
    let text = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      text += chunk
      if (text.includes('comment.created')) return text
    }
    return text
  })()
  // It begins with what comes, so something comes until it is told.
  const id = await given.experiment(ada, { title: 'Crystals' })
  const writing = setInterval(() => void as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' }), 500)
  onTestFinished(() => clearInterval(writing))
  expect(await told).toContain('comment.created Crystals by Ada Lovelace')
})
