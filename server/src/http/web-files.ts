import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isNotModified } from './etag.ts'
import { PAGE_HEADERS } from './page-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** A bundler puts a hash of the content into the names of these: they never change. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/

const WEB = join(import.meta.dirname, '../../../web')

/**
 * Serves the files of the web interface: the built one, or what stands in until there is one. Only files that are there
 * at the start, each at its own path: a request is never turned into a file name.
 */
export function serveWeb(app: FastifyInstance, folder: string = webFolder()): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).split(sep).join('/')
    serveFile(app, pageAddress(path), file, type, HASHED.test(path))
  }
}

function webFolder(): string {
  const built = join(WEB, 'dist')
  return existsSync(built) ? built : join(WEB, 'public')
}

/** `/index.html` is `/`, `/setup.html` is `/setup`. */
function pageAddress(path: string): string {
  return path.endsWith('.html') ? path.replace(/(index)?\.html$/, '') : path
}

function serveFile(app: FastifyInstance, url: string, file: string, type: string, isForever: boolean): void {
  app.get(url, (request, reply) => {
    const { size, mtimeMs } = statSync(file)
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    reply.headers(PAGE_HEADERS).header('content-type', type).header('etag', etag)
    if (isForever) reply.header('cache-control', 'public, max-age=31536000, immutable')
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.header('content-length', size)
    return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(file))
  })
}
