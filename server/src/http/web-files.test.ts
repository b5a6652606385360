import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test as testCase } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { completeStoredFiles, readStoredFiles } from '../web/stored-files.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

const SCRIPT = 'export const answer = 42\n'.repeat(40)
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** A service whose web interface consists of these files. */
async function served(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ 'index.html': '<p>home', ...files })) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink('/etc/passwd', join(folder, 'linked.txt'))
  await completeStoredFiles(folder)
  const { app } = await testApp({}, { web: readStoredFiles(folder) })
  return (url: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => app.inject({ method, url, headers })
}

test('files are served at their paths, with their types and the headers of pages', async () => {
  const get = await served({ 'assets/a.css': 'a{}', 'icon.svg': '<svg/>' })
  for (const [url, type, body] of [
    ['/', 'text/html; charset=utf-8', '<p>home'],
    ['/assets/a.css', 'text/css; charset=utf-8', 'a{}'],
    ['/icon.svg', 'image/svg+xml', '<svg/>'],
  ]) {
    const { statusCode, headers, body: got } = await get(url ?? '')
    expect([statusCode, headers['content-type'], got]).toEqual([200, type, body])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/\bcamera=\(self\), .*geolocation=\(\), microphone=\(\)/),
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/)
    expect(policy).toMatch(/img-src 'self' data: blob:; .*media-src 'self' data:;/)
    expect(policy).not.toMatch(/\*|https?:|unsafe-eval|script-src[^;]*unsafe/)
  }
})

test('only the worker that reads codes may compile WebAssembly', async () => {
  const files = ['assets/read-codes-worker-a1.js', 'assets/merge-worker-a1.js', 'assets/x-read-codes-worker-a1.js']
  const get = await served(Object.fromEntries(files.map((file) => [file, '1'])))
  const policies = await Promise.all(
    files.map(async (file) => (await get(`/${file}`)).headers['content-security-policy']),
  )
  const [reader, ...others] = policies.map(String)
  expect(reader).toMatch(/default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
  expect(reader).not.toMatch(/'unsafe-eval'|unsafe-inline/)
  for (const policy of others) expect(policy).not.toMatch(/eval/)
})

test('each address of the interface is its page, for those who ask for one', async () => {
  const get = await served({})
  for (const url of ['/experiments', '/experiments/5', '/setup?token=x', '/experiments.php?mode=view&id=3']) {
    expect(await get(url, PAGE)).toMatchObject({ statusCode: 200, body: '<p>home' })
    expect((await get(url, PAGE)).headers['cache-control']).toBe('no-cache')
    const head = await get(url, PAGE, 'HEAD')
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    expect(head.headers['content-length']).toBe('7')
    expect(await get(url)).toMatchObject({ statusCode: 404 })
    expect(await get(url, PAGE, 'POST')).toMatchObject({ statusCode: 404 })
  }
})

test('files in texts for eLabFTW are found from every page', async () => {
  const get = await served({})
  const query = 'name=gel.png&f=ab/abc.png&storage=1'
  for (const url of ['/app/download.php', '/experiments/app/download.php', '/team/a/app/download.php']) {
    const picture = await get(`${url}?${query}`, { accept: 'image/*' })
    expect([picture.statusCode, picture.headers.location]).toEqual([302, '/api/v2/files?name=ab%2Fabc.png'])
    expect(await get(`${url}?${query}`, PAGE)).toMatchObject({ statusCode: 302 })
    expect(await get(`${url}?name=gel.png`)).toMatchObject({ statusCode: 404 })
    expect(await get(`${url}?${query}`, {}, 'POST')).toMatchObject({ statusCode: 404 })
  }
  expect((await get('/app/download.php?f=//elsewhere.example/x')).headers.location).toBe(
    '/api/v2/files?name=%2F%2Felsewhere.example%2Fx',
  )
})

test('what belongs to the service is never a page', async () => {
  const get = await served({})
  for (const [url, status] of [
    ['/api/v2/experiments', 401],
    ['/api/v2/nothing', 401],
    ['/api/nothing', 404],
    ['/api', 404],
    ['/healthz/x', 404],
    ['/metrics', 404],
    ['/assets/gone-Ab12Cd34.js', 404],
  ] as const) {
    const reply = await get(url, PAGE)
    expect([reply.statusCode, reply.headers['content-type']], url).toEqual([status, 'application/json; charset=utf-8'])
  }
})

test('nothing outside the folder and nothing unexpected is served', async () => {
  const get = await served({ '.env': 'SECRET', 'notes.sqlite': 'SECRET' })
  for (const url of [
    '/.env',
    '/notes.sqlite',
    '/linked.txt',
    '/files.json',
    '/index.html.br',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/',
  ]) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})

test('what has not changed is not sent again, and what never changes is kept', async () => {
  const get = await served({ 'assets/main-ab12cd3.js': 'x' })
  const { headers } = await get('/')
  expect(await get('/', { 'if-none-match': headers.etag })).toMatchObject({ statusCode: 304, body: '' })
  expect((await get('/assets/main-ab12cd3.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('the smallest form that the client understands is sent', async () => {
  const get = await served({ 'assets/main-Ab12Cd34.js': SCRIPT })
  const url = '/assets/main-Ab12Cd34.js'
  const tags = new Set<unknown>()
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ] as const) {
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(unpack(rawPayload).toString()).toBe(SCRIPT)
    tags.add(headers.etag)
  }
  expect(tags.size).toBe(3)
})
