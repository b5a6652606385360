import type { Query } from '../../api/client.ts'
import { addressAt, askForFile } from '../../api/files.ts'
import { newKey } from '../../api/new-key.ts'

export const FORMATS = ['zip', 'csv', 'json'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** An entry, or a list with what narrows it, or the files of an entry. */
export interface Exported {
  /** Of an endpoint, filled in. */
  path: string
  query?: Query
  /** What a file is called that has no name of its own. */
  name: string
  /** What is counted in it. One entry is there at once as JSON, and needs no counting. */
  unit: 'entry' | 'entries' | 'files'
}

export interface Begun {
  /** By this name the service tells how far it is; undefined: it is not worth asking. */
  id: string | undefined
  /** How many entries it will have, where that is known. */
  total: number | undefined
}

/**
 * Lets the browser load it as a file, however large. Asks first whether it can be had: what the browser says about a refusal
 * helps nobody.
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
