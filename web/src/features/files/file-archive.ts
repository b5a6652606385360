import type { Upload } from '@aliquot/contract/uploads'

/** So many files can be named in one request. */
export const MOST_NAMED = 1000

type ArchiveQuery = { id: string } | { state: string }

/**
 * What to ask for to get these files as one archive: by their states, where these are all that have them, else by name.
 * Undefined: they are too many.
 */
export function archiveQuery(some: readonly Upload[], all: readonly Upload[]): ArchiveQuery | undefined {
  const states = new Set(some.map(({ state }) => state))
  if (some.length === all.filter(({ state }) => states.has(state)).length) return { state: [...states].join(',') }
  if (some.length <= MOST_NAMED) return { id: some.map(({ id }) => id).join(',') }
}
