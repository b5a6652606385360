import { dirname } from 'node:path'
import type { IncomingEntry } from '../incoming.ts'
import { ELN_LIMITS, type ElnLimits, openArchive } from './archive.ts'
import { readCrate } from './crate.ts'
import { withNotes } from './entry.ts'

interface Options {
  signal?: AbortSignal
  /** For what is unpacked of the metadata. Absent: the folder of the archive. */
  folder?: string
  limits?: Readonly<ElnLimits>
}

/** The entries of an `.eln` archive. Refuses an archive that is not sound before it reads anything of it. */
export async function openEln(path: string, options: Options = {}) {
  const { signal, folder = dirname(path), limits = ELN_LIMITS } = options
  const archive = await openArchive(path, { limits, signal })
  try {
    const crate = await readCrate(archive, { limits, signal, folder })
    return {
      count: crate.count,
      async *entries(): AsyncGenerator<IncomingEntry> {
        // What is told of the whole archive is told with its first entry.
        let notes = crate.notes
        for await (const entry of crate.entries()) {
          yield withNotes(entry, notes)
          notes = []
        }
      },
      async close(): Promise<void> {
        await crate.close()
        await archive.close()
      },
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}
