import type { EntityType } from '@aliquot/contract/common'
import { EntityListQuery } from '@aliquot/contract/entities-list'
import type { ExportFormat } from '@aliquot/contract/exports'
import type { StoredExportRow } from '../../db/schema.ts'
import { parseInput } from '../../lib/parse-input.ts'

/** What was asked for, as it is stored. */
export interface StoredOptions {
  types: EntityType[]
  /** Of a list of the one type; null: what is the person's own. */
  query: string | null
  changelog: boolean
  json: boolean
  pdfa: boolean
  /** The address of the notebook in the request, for links. */
  base_url: string
}

export function readOptions({ options }: Pick<StoredExportRow, 'options'>): StoredOptions {
  return JSON.parse(options) as StoredOptions
}

/** Parses a query as that of a list: of a repeated parameter the last counts, unless its name ends with `[]`. */
export function parseListQuery(text: string): EntityListQuery {
  const given = new URLSearchParams(text)
  const names = [...new Set(given.keys())]
  const values = names.map((name) => [name, name.endsWith('[]') ? given.getAll(name) : given.getAll(name).at(-1)])
  return parseInput(EntityListQuery, { ...Object.fromEntries(values), format: '', progress: undefined }, 'query')
}

/** One's own entries that are not deleted. Resource templates belong to the team. */
export function ownQuery(type: EntityType, userid: number): EntityListQuery {
  const whose = type === 'items_types' ? { scope: '2' } : { scope: '3', owner: String(userid) }
  return EntityListQuery.parse({ ...whose, state: '1,2', order: 'id', sort: 'asc' })
}

const AS_ARCHIVE: Partial<Record<ExportFormat, ExportFormat>> = { pdf: 'pdfa', zip: 'zipa', zippdf: 'zipa' }

/** The format that is made: `pdfa` beside `pdf` is the same as `pdfa` alone. */
export function madeFormat(format: ExportFormat, { pdfa }: Pick<StoredOptions, 'pdfa'>): ExportFormat {
  return (pdfa && AS_ARCHIVE[format]) || format
}

/** What the name of the file ends with. Some programs know `.eln` archives only as `.eln.zip`. */
export function endingOf(format: ExportFormat, { query }: Pick<StoredOptions, 'query'>): string {
  return format === 'eln' && query !== null ? parseListQuery(query).ending : FILE_KINDS[format].ending
}

/** Ending and type of a file. */
export const FILE_KINDS: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  json: { ending: 'json', type: 'application/json' },
  csv: { ending: 'csv', type: 'text/csv' },
  zip: { ending: 'zip', type: 'application/zip' },
  zippdf: { ending: 'zip', type: 'application/zip' },
  zipa: { ending: 'zip', type: 'application/zip' },
  eln: { ending: 'eln', type: 'application/zip' },
  elnhtml: { ending: 'html', type: 'text/html' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
  pdfa: { ending: 'pdf', type: 'application/pdf' },
  qrpdf: { ending: 'pdf', type: 'application/pdf' },
  qrpng: { ending: 'png', type: 'image/png' },
  labels: { ending: 'pdf', type: 'application/pdf' },
}
