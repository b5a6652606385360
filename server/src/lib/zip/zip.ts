import { openBlocks } from './blocks.ts'
import { openDirectory } from './directory.ts'
import { descriptor, dosTime, localHeader } from './headers.ts'
import type { ZipMember } from './member.ts'
import { newSizes, openPacker, packedParts, SMALL } from './packer.ts'
import { isPieces, joinIfShort } from './pieces.ts'

export type { ZipMember, ZipSource } from './member.ts'

/**
 * Streams an archive member by member and reads nothing before the earlier bytes were taken. It keeps only the
 * directory entry of each member, compressed to some 30 bytes.
 */
export async function* zipOf(members: AsyncIterable<ZipMember> | Iterable<ZipMember>): AsyncGenerator<Buffer> {
  const directory = openDirectory()
  const packer = openPacker()
  const blocks = openBlocks()
  async function* write({ name, at, content: given }: ZipMember): AsyncGenerator<Buffer> {
    const content = isPieces(given) ? joinIfShort(given) : given
    const head = { name: Buffer.from(name), ...dosTime(at) }
    const start = blocks.length()
    try {
      if (typeof content === 'string' || (content.size !== undefined && content.size <= SMALL)) {
        const { packed, ...sizes } = await packer.pack(content)
        for (const part of [localHeader(head, sizes), ...packed]) for (const block of blocks.add(part)) yield block
        directory.add(head, sizes, start)
      } else {
        const sizes = newSizes(content)
        for (const block of blocks.add(localHeader(head, sizes))) yield block
        for await (const part of packedParts(content, sizes)) for (const block of blocks.add(part)) yield block
        for (const block of blocks.add(descriptor(sizes))) yield block
        directory.add(head, sizes, start)
      }
    } catch (error) {
      const other = typeof content === 'string' ? undefined : content.instead?.(error)
      if (!other) throw error
      // What was written of the first one stays, but the directory does not list it, so readers skip it.
      yield* write(other)
    }
  }
  try {
    for await (const member of members) yield* write(member)
    yield blocks.rest()
    for (const part of directory.close(blocks.length())) yield part
  } finally {
    packer.close()
  }
}
