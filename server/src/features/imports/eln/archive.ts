import { InvalidInput } from '../../../errors.ts'
import { pathKey, shown } from '../../../lib/zip/read/names.ts'
import { type OpenZip, openZip, type ZipLimits } from '../../../lib/zip/read/read-zip.ts'
import { isAddress, normalId } from './ids.ts'
import type { PieceLimits } from './json-pieces.ts'

export interface ElnLimits extends ZipLimits, PieceLimits {
  /** Bytes of the metadata. */
  metadata: number
  /** Nodes of the metadata. */
  nodes: number
}

const MB = 1024 * 1024

export const ELN_LIMITS: Readonly<ElnLimits> = {
  members: 200_000,
  unpacked: 4096 * MB,
  metadata: 512 * MB,
  nodes: 750_000,
  node: 16 * MB,
  depth: 64,
}

/** An archive with a root folder and metadata in it, whose names, sizes and headers have been checked. */
export interface ElnArchive {
  zip: OpenZip
  /** The root folder, without a slash. */
  root: string
  /** The member with the metadata. */
  metadata: number
  /** The member that an id of the metadata means. */
  find(id: string): number | undefined
  close(): Promise<void>
}

/** RO-Crate 1.0 had the second name. */
const METADATA = /^([^/]+)\/ro-crate-metadata\.json(?:ld)?$/
/** What programs add on their own account. */
const LITTER = /^__MACOSX(\/|$)/

interface OpenOptions {
  limits?: Readonly<ElnLimits>
  signal?: AbortSignal
}

/** Opens an archive and refuses it, with the reason, if it is not sound. Nothing is unpacked yet. */
export async function openArchive(path: string, options: OpenOptions = {}): Promise<ElnArchive> {
  const { limits = ELN_LIMITS, signal } = options
  const found = new Map<string, number>()
  let folders = 0
  let nested: string | undefined
  const onMember = (key: string, member: number, isFolder: boolean) => {
    if (isFolder || LITTER.test(key)) return
    if (key.includes('/')) folders += 1
    else if (/\.eln(\.zip)?$/i.test(key)) nested ??= key
    const root = METADATA.exec(key)?.[1]
    if (root !== undefined && (!found.has(root) || key.endsWith('.json'))) found.set(root, member)
  }
  const zip = await openZip(path, { limits, onMember, signal })
  try {
    const [root, second] = found
    if (second) throw new InvalidInput('archive.many_roots')
    if (!root && nested !== undefined) throw new InvalidInput('archive.nested', { name: shown(nested) })
    if (!root && (folders === 0 || zip.find('ro-crate-metadata.json') !== undefined)) {
      throw new InvalidInput('archive.no_root')
    }
    if (!root) throw new InvalidInput('archive.no_metadata')
    const [name, metadata] = root
    return { zip, root: name, metadata, find: (id) => findMember(zip, name, id), close: () => zip.close() }
  } catch (error) {
    await zip.close()
    throw error
  }
}

/** Ids and names are sometimes percent-encoded, not always both of them. */
function findMember(zip: OpenZip, root: string, id: string): number | undefined {
  if (isAddress(id)) return undefined
  for (const path of [id, normalId(id), encodeURI(normalId(id))]) {
    const member = zip.find(pathKey(`${root}/${path}`))
    if (member !== undefined) return member
  }
  return undefined
}
