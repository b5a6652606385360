import type { Upload } from '@aliquot/contract/uploads'

/** So many files can be named in one request. */
export const MOST_NAMED = 1000

type ArchiveQuery = { id: string } | { state: string }

/** What to ask for to get these files as one archive: all that are shown by their states. Undefined: they are too many. */
export function archiveQuery(some: readonly Upload[], shown: readonly Upload[]): ArchiveQuery | undefined {
  if (some.length === shown.length) return { state: [...new Set(shown.map(({ state }) => state))].join(',') }
  if (some.length <= MOST_NAMED) return { id: some.map(({ id }) => id).join(',') }
}
