import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One file of the web interface in each of its encodings. */
export interface WebFile {
  type: string
  /** Changes with the content. */
  tag: string
  /** Its name contains a hash of its content, so it never changes. */
  isForever: boolean
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** Path → file. The page for all routes of the interface is at `/`. */
export type WebFiles = ReadonlyMap<string, WebFile>

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/(svg|x-icon))/

/** The bundler puts a content hash into these names. */
export const HASHED = /^\/assets\/.+-[\w-]{7,}\.\w+$/

/** The length of each stored file: after a power cut a name may exist without the content. */
const LIST = 'files.json'
const BEST_BROTLI_UP_TO = 256 * 1024

/** Reads a stored build into memory; undefined if it is incomplete. Only these files can ever be requested. */
export function readStoredFiles(folder: string): WebFiles | undefined {
  const lengths = readList(folder)
  if (!lengths) return undefined
  const files = new Map<string, WebFile>()
  const read = (path: string) => (lengths[path] === undefined ? undefined : readFileSync(join(folder, path)))
  for (const [path, length] of Object.entries(lengths)) {
    if (statSync(join(folder, path), { throwIfNoEntry: false })?.size !== length) return undefined
    const type = TYPES[extname(path)]
    const plain = type && read(path)
    if (!plain) continue
    files.set(addressOf(path), {
      type,
      tag: hash('sha256', plain, 'base64url').slice(0, 22),
      isForever: HASHED.test(`/${path}`),
      plain,
      br: read(`${path}.br`),
      gzip: read(`${path}.gz`),
    })
  }
  return files.has('/') ? files : undefined
}

/** Adds the compressed encodings of a build, and the list that marks it complete. */
export async function completeStoredFiles(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
  const lengths: Record<string, number> = {}
  await Promise.all(
    paths.map(async (path) => {
      const plain = await readFile(join(folder, path))
      lengths[path] = plain.length
      if (!COMPRESSIBLE.test(TYPES[extname(path)] ?? '')) return
      for (const [ending, compressed] of [
        ['br', await withBrotli(plain)],
        ['gz', await promisify(gzip)(plain, { level: 9 })],
      ] as const) {
        if (compressed.length >= plain.length) continue
        await writeFile(join(folder, `${path}.${ending}`), compressed)
        lengths[`${path}.${ending}`] = compressed.length
      }
    }),
  )
  writeFileSync(join(folder, LIST), JSON.stringify(lengths))
}

/** The highest levels take ten times as long for a few per cent, so they are only used for small files. */
function withBrotli(plain: Buffer): Promise<Buffer> {
  const quality = plain.length <= BEST_BROTLI_UP_TO ? 11 : 9
  return promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
}

function readList(folder: string): Record<string, number> | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, LIST), 'utf8'))
  } catch {
    return undefined
  }
}

function addressOf(path: string): string {
  return path === 'index.html' ? '/' : `/${path}`
}
