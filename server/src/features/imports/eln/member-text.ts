import type { ElnArchive } from './archive.ts'

const MOST = 16 * 1024 * 1024

/** A text file of an archive; undefined if it is not there, or too long to be one. */
export async function memberText(archive: ElnArchive, id: string): Promise<string | undefined> {
  const member = archive.find(id)
  if (member === undefined || archive.zip.size(member) > MOST) return undefined
  const pieces: Buffer[] = []
  for await (const piece of archive.zip.read(member)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
