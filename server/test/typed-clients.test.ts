import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp } from './harness.ts'

/*
 * Typed clients made from our OpenAPI document by the two generators that people use. The programs in typed-clients/
 * are compiled against them without a cast, and run against the real service.
 */

const ROOT = join(import.meta.dirname, '../..')
const shared = sharedApp()
const run = promisify(execFile)
const MINUTES = 10 * 60_000

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aliquot-clients-'))
  await cp(join(ROOT, 'typed-clients/programs'), folder, { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  const { as } = await shared()
  const { raw } = await as(undefined).get('openapi.json')
  await writeFile(join(folder, 'openapi.json'), raw)
  await run(process.execPath, [join(ROOT, 'typed-clients/generate.js'), folder], { cwd: folder, timeout: MINUTES })
}, MINUTES)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the linter of Redocly finds nothing in the document, by its strictest rules', async () => {
  expect(JSON.parse(await readFile(join(folder, 'findings.json'), 'utf8'))).toEqual([])
})

test('programs on generated clients compile without a cast, and work', { timeout: MINUTES }, async () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [compiler, '-p', folder], { cwd: folder, timeout: MINUTES }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  expect(compiled.stdout).toBe('')

  const { app, given } = await shared()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const program of ['sdk-program', 'fetch-program']) {
    const { key } = await given.user()
    const source = await readFile(join(folder, `${program}.ts`), 'utf8')
    expect(source).not.toMatch(/ as (?!const|api )|<any>|: any|ts-ignore|ts-expect-error/)
    const address = `http://127.0.0.1:${port}/api/v2`
    const { stdout } = await run(process.execPath, [join(folder, 'out', `${program}.js`), address, key], {
      timeout: MINUTES,
    })
    expect(stdout, program).toBe('done\n')
  }
})
