import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { z } from 'zod'
import { CommandProblem } from '../errors.ts'
import { contentHashOf, FIRST_MEMBER, FORMAT, MANIFEST, type Manifest, tableOf } from './format.ts'

/** No table piece and no manifest comes near this; a larger member is not ours. */
const MOST_TEXT_BYTES = 512 * 1024 * 1024

/** A member as it is read. Its content must be consumed before the next member. */
export interface ArchiveMember {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Reads the members of an archive in order. Refuses names that no backup has, links and devices. */
export async function* readMembers(file: string): AsyncGenerator<ArchiveMember> {
  const extract = tar.extract()
  const source = createReadStream(file)
  const feeding = pipeline(source, createZstdDecompress(), extract as unknown as NodeJS.WritableStream)
  // A failure also arrives through the members below; until then it must not count as unhandled.
  feeding.catch(() => {})
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || !isOurs(name)) throw new CommandProblem(`${file} holds "${name}", which no backup has`)
      yield { name, size, content: contentOf(file, entry as unknown as AsyncIterable<Buffer>) }
    }
    await feeding
  } catch (error) {
    throw explain(file, error)
  } finally {
    source.destroy()
    await finished(source).catch(() => {})
  }
}

async function* contentOf(file: string, entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (error) {
    throw explain(file, error)
  }
}

/** A missing or unreadable file does not mean that the archive is damaged. */
function explain(file: string, error: unknown): unknown {
  const isKnown = error instanceof CommandProblem || (error as NodeJS.ErrnoException).syscall !== undefined
  return isKnown ? error : new CommandProblem(`${file} is damaged or cut off (${(error as Error).message})`)
}

function isOurs(name: string): boolean {
  return name === FIRST_MEMBER || name === MANIFEST || tableOf(name) !== undefined || contentHashOf(name) !== undefined
}

/** Reads the whole archive, checks it against its manifest and changes nothing. */
export async function checkArchive(file: string, onProgress: (bytes: number) => void = () => {}): Promise<Manifest> {
  const seen = new Map<string, { size: number; sha256: string }>()
  const rows: Record<string, number> = {}
  let manifest: Manifest | undefined
  let bytes = 0
  for await (const member of readMembers(file)) {
    const { name } = member
    if (seen.size === 0) await requireFormat(file, member, seen)
    else if (manifest) throw new CommandProblem(`${file} goes on after its manifest`)
    else if (seen.has(name)) throw new CommandProblem(`${file} holds "${name}" twice`)
    else if (name === MANIFEST) manifest = readManifest(file, await readText(file, member))
    else seen.set(name, await measure(member, rows))
    bytes += member.size
    onProgress(bytes)
  }
  if (!manifest) throw new CommandProblem(`${file} is not a backup, or is cut off: it has no manifest`)
  requireSame(file, manifest, seen, rows)
  return manifest
}

async function requireFormat(
  file: string,
  member: ArchiveMember,
  seen: Map<string, { size: number; sha256: string }>,
): Promise<void> {
  if (member.name !== FIRST_MEMBER) throw new CommandProblem(`${file} is not a backup of Aliquot`)
  const text = await readText(file, member)
  const format = readJson(file, text, z.object({ format: z.int() })).format
  if (format > FORMAT) {
    throw new CommandProblem(
      `${file} has format ${format}, this version knows formats up to ${FORMAT}: use a newer version`,
    )
  }
  seen.set(member.name, { size: member.size, sha256: createHash('sha256').update(text).digest('hex') })
}

async function measure(
  { name, content }: ArchiveMember,
  rows: Record<string, number>,
): Promise<{ size: number; sha256: string }> {
  const digest = createHash('sha256')
  const table = tableOf(name)
  let size = 0
  for await (const chunk of content) {
    digest.update(chunk)
    size += chunk.length
    if (table) rows[table] = (rows[table] ?? 0) + countLines(chunk)
  }
  return { size, sha256: digest.digest('hex') }
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}

export async function readText(file: string, { name, size, content }: ArchiveMember): Promise<string> {
  if (size > MOST_TEXT_BYTES) throw new CommandProblem(`${file} holds "${name}", which is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const ManifestShape = z.object({
  format: z.int(),
  aliquot: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.int()),
  lastIds: z.record(z.string(), z.int()),
  members: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
})

function readManifest(file: string, text: string): Manifest {
  return readJson(file, text, ManifestShape)
}

function readJson<T>(file: string, text: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new CommandProblem(`${file} is damaged: its description cannot be read`)
  }
}

function requireSame(
  file: string,
  manifest: Manifest,
  seen: ReadonlyMap<string, { size: number; sha256: string }>,
  rows: Readonly<Record<string, number>>,
): void {
  for (const { name, size, sha256 } of manifest.members) {
    const found = seen.get(name)
    if (!found) throw new CommandProblem(`${file} is damaged: "${name}" is missing`)
    if (found.size !== size || found.sha256 !== sha256)
      throw new CommandProblem(`${file} is damaged: "${name}" has been altered`)
  }
  if (seen.size !== manifest.members.length)
    throw new CommandProblem(`${file} holds members that its manifest does not name`)
  for (const [table, count] of Object.entries(manifest.rows)) {
    if ((rows[table] ?? 0) !== count) throw new CommandProblem(`${file} is damaged: ${table} should have ${count} rows`)
  }
}
