import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { serveWeb } from './web-files.ts'

async function served(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink('/etc/passwd', join(folder, 'linked.txt'))
  const app = Fastify()
  serveWeb(app, folder)
  return (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url, headers })
}

test('files are served at their paths, with their types', async () => {
  const get = await served({
    'index.html': '<p>home',
    'help.html': '<p>help',
    'assets/a.css': 'a{}',
    'icon.svg': '<svg/>',
  })
  for (const [url, type, body] of [
    ['/', 'text/html; charset=utf-8', '<p>home'],
    ['/help', 'text/html; charset=utf-8', '<p>help'],
    ['/assets/a.css', 'text/css; charset=utf-8', 'a{}'],
    ['/icon.svg', 'image/svg+xml', '<svg/>'],
  ]) {
    const reply = await get(url ?? '')
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, type, body])
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
  }
})

test('nothing outside the folder and nothing unexpected is served', async () => {
  const get = await served({ 'index.html': 'home', '.env': 'SECRET', 'notes.sqlite': 'SECRET' })
  for (const url of [
    '/.env',
    '/notes.sqlite',
    '/linked.txt',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/',
  ]) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})

test('what has not changed is not sent again, and what never changes is kept', async () => {
  const get = await served({ 'index.html': 'home', 'assets/main-Ab12Cd34.js': 'x' })
  const { headers } = await get('/')
  expect(headers['cache-control']).toBe('no-cache')
  expect(await get('/', { 'if-none-match': headers.etag })).toMatchObject({ statusCode: 304, body: '' })
  expect((await get('/assets/main-Ab12Cd34.js')).headers['cache-control']).toContain('immutable')
  expect(await get('/', {}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
})

test('a folder that is not there is no error', () => {
  expect(() => serveWeb(Fastify(), '/nowhere/at/all')).not.toThrow()
})

test('the pages of the service load nothing from elsewhere and run nothing inline', async () => {
  const { app } = await testApp()
  for (const url of ['/', '/setup?token=x']) {
    const page = await app.inject({ method: 'GET', url })
    expect(page.statusCode).toBe(200)
    expect(String(page.headers['content-security-policy'])).not.toMatch(/unsafe|\*|https?:/)
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\/|<style|style="|\son\w+="|<script>/)
    for (const [, path] of page.body.matchAll(/(?:src|href)="(\/[^"#]*)/g)) {
      expect((await app.inject({ method: 'GET', url: path ?? '' })).statusCode, path).toBe(200)
    }
  }
})
