import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { listen } from '../../test/raw-request.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/instruments.md'), 'utf8')
const [keyExample = '', configExample = ''] = Array.from(page.matchAll(/```json\n(.+?)```/gs), (block) => block[1])
const commands = Array.from(page.matchAll(/^npx aliquot (watch .+?)(?: +#.*)?$/gm), (line) => line[1] ?? '')

interface Entry {
  id: number
  title: string
  metadata: string
  uploads: Upload[]
}

test('the key, the configuration and the commands in docs/instruments.md bring files into the notebook', async () => {
  const { app, as, given } = await testApp()
  const ada = await given.user()
  const place = mkdtempSync(join(tmpdir(), 'aliquot-instruments-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const fields = { extra_fields: { Sample: { type: 'text', value: '' } } }
  const template = (await as(ada).post('experiments_templates', { title: 'Weighing', metadata: fields })).id
  const log = await given.experiment(ada, { title: 'Log of the balance' })

  const own = (text: string) =>
    text
      .replaceAll('[12]', `[${template}]`)
      .replaceAll(/"template": 12\b/g, `"template": ${template}`)
      .replaceAll(/"id": 4\b/g, `"id": ${log}`)
  const made = await as(ada).post('apikeys', JSON.parse(own(keyExample)))
  expect(made.status).toBe(201)
  const key = String(made.headers.location).split('/').pop() ?? ''
  const server = `http://127.0.0.1:${await listen({ app })}`
  const config = own(configExample)
    .replace('https://eln.example.org', server)
    .replace('7-5f3c…', key)
    .replaceAll('C:/Balance', place)
    // Nobody writes to these files any more.
    .replaceAll('"pattern":', '"settle": 0, "pattern":')
  writeFileSync(join(place, 'watch.json'), config, { mode: 0o600 })
  for (const folder of ['out', 'log']) mkdirSync(join(place, folder))
  writeFileSync(join(place, 'out/B-17_gel.csv'), 'a,b')
  writeFileSync(join(place, 'log/today.log'), '4.2 mg')

  const run = (words: string) =>
    promisify(execFile)(process.execPath, [join(root, 'server/src/cli/aliquot.ts'), ...words.split(' ')], {
      cwd: place,
      env: { PATH: process.env.PATH, XDG_STATE_HOME: join(place, 'state') },
      timeout: 60_000,
    })
  const [dryRun = '', once = '', , status = ''] = commands
  expect((await run(dryRun)).stdout).toContain('B-17_gel.csv')
  await run(once)
  // The agent has ended, so the status says that it does not run.
  const told = await run(status).catch((error: { stdout: string }) => error)
  expect(told.stdout).toContain(server)

  const found = await as(ada).get<Entry[]>('experiments')
  const single = found.body.find(({ title }) => title === 'gel of B-17')
  const { body } = await as(ada).get<Entry>(`experiments/${single?.id}`)
  expect(JSON.parse(body.metadata)).toMatchObject({ extra_fields: { Sample: { value: 'B-17' } } })
  const hash = createHash('sha256').update('a,b').digest('hex')
  expect(body.uploads).toMatchObject([{ real_name: 'B-17_gel.csv', hash }])
  const { body: logged } = await as(ada).get<Entry>(`experiments/${log}`)
  expect(logged.uploads).toMatchObject([{ real_name: 'today.log', filesize: 6 }])
}, 120_000)
