import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEln } from '../../src/features/imports/eln/open-eln.ts'
import type { IncomingEntry } from '../../src/features/imports/incoming.ts'

/** The entries of an archive, or the first ones. Their files can no longer be opened. */
export async function entriesOf(archive: Buffer, most = Number.POSITIVE_INFINITY): Promise<IncomingEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'entries-of-'))
  try {
    const path = join(folder, 'test.eln')
    await writeFile(path, archive)
    const source = await openEln(path)
    const entries: IncomingEntry[] = []
    for await (const entry of source.entries()) if (entries.push(entry) === most) break
    await source.close()
    return entries
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The notes of an entry as texts. */
export function notesOf(entry: IncomingEntry | undefined): string[] {
  return entry?.notes.map(({ code, about }) => `${code} ${about}`) ?? []
}
