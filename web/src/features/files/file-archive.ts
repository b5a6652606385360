import type { Upload } from '@aliquot/contract/uploads'

/** The most files named in one request. */
export const MOST_NAMED = 1000

type ArchiveQuery = { id: string } | { state: string }

/**
 * The query for these files as one archive: by state if that selects exactly these, else by id. Undefined if there are
 * too many.
 */
export function archiveQuery(some: readonly Upload[], all: readonly Upload[]): ArchiveQuery | undefined {
  const states = new Set(some.map(({ state }) => state))
  if (some.length === all.filter(({ state }) => states.has(state)).length) return { state: [...states].join(',') }
  if (some.length <= MOST_NAMED) return { id: some.map(({ id }) => id).join(',') }
}
