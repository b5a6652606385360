import type { Query } from '../../api/client.ts'
import { addressAt, askForFile } from '../../api/files.ts'
import { newKey } from '../../api/new-key.ts'

export const FORMATS = ['pdf', 'pdfa', 'zip', 'eln', 'csv', 'json'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** An entry, a list with its filters, or the files of an entry. */
export interface Exported {
  /** The path of an endpoint, filled in. */
  path: string
  query?: Query
  /** The file name if the service gives none. */
  name: string
  /** What is counted. A single entry as JSON is instant and needs no counting. */
  unit: 'entry' | 'entries' | 'files'
}

export interface Begun {
  /** The id to ask the service for the progress; undefined if it is not worth asking. */
  id: string | undefined
  /** The number of entries, if known. */
  total: number | undefined
}

/**
 * Downloads a file of any size with the browser. It first checks that it is allowed, because browsers explain a refusal
 * badly.
 */
export async function download({ path, query, name, unit }: Exported, format: ExportFormat): Promise<Begun> {
  const asked = { ...query, format, ...(format === 'zip' && { json: 1 }) }
  const { total } = await askForFile(path, asked)
  const id = unit === 'entry' && format === 'json' ? undefined : newKey().padEnd(SHORTEST_ID, '0')
  const link = document.createElement('a')
  link.href = addressAt(path, { ...asked, ...(id && { progress: id }) })
  link.download = format === 'json' ? `${name}.json` : ''
  link.click()
  return { id, total }
}

const SHORTEST_ID = 16
