import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../src/version.ts'
import { testApp } from '../test/harness.ts'
import { listen } from '../test/raw-request.ts'
import { ownPlatform } from './node-for.ts'
import { buildProgram } from './program.ts'

const platform = ownPlatform()

test.skipIf(!platform)(
  'the program runs without Node, in an empty folder, and brings a file into the notebook',
  async () => {
    const { app, as, given } = await testApp()
    const ada = await given.user()
    const id = await given.experiment(ada)
    const key = await given.depositKey(ada, { entries: [{ type: 'experiments', id }] })
    const place = mkdtempSync(join(tmpdir(), 'aliquot-program-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const program = await buildProgram(platform ?? 'linux-x64', join(place, 'built'))
    const empty = join(place, 'empty')
    mkdirSync(empty)
    // Nothing of this machine's Node can be found by it.
    const run = (...args: string[]) => promisify(execFile)(program, args, { cwd: empty, env: { PATH: '' } })

    expect((await run('--version')).stdout).toBe(`${VERSION}\n`)
    expect((await run('--help')).stdout).toContain('Usage: aliquot-watch --config FILE')
    await expect(run()).rejects.toMatchObject({ code: 2 })

    mkdirSync(join(empty, 'out'))
    writeFileSync(join(empty, 'out/run.csv'), 'mass,4.2 mg\n')
    const rules = [{ folder: 'out', pattern: '*.csv', settle: 0, entry: { type: 'experiments', id } }]
    const config = { server: `http://127.0.0.1:${await listen({ app })}`, key, state: 'state', rules }
    writeFileSync(join(empty, 'watch.json'), JSON.stringify(config), { mode: 0o600 })
    await run('--config', 'watch.json', '--once')
    const { body } = await as(ada).get<Upload[]>(`experiments/${id}/uploads`)
    expect(body).toMatchObject([{ real_name: 'run.csv', hash: hash('sha256', 'mass,4.2 mg\n') }])
    await run('--config', 'watch.json', '--once')
    expect((await as(ada).get<Upload[]>(`experiments/${id}/uploads`)).body).toHaveLength(1)
  },
)
