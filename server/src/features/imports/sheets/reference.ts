import { InvalidInput, Refusal } from '../../../errors.ts'
import { readMetadata } from '../../entries/entries.metadata.ts'
import { storable } from '../imports.notes.ts'
import type { IncomingEntry, IncomingField } from '../incoming.ts'
import { readMoment } from './days.ts'
import { emptyEntry } from './empty-entry.ts'
import { looksLikeAddress } from './kinds.ts'
import { readNumber } from './numbers.ts'
import type { Row, Table } from './table.ts'
import { cellToHtml } from './texts.ts'

/** Columns with a place of their own, and those that count for nothing. All others become extra fields. */
const OWN = [
  ...['title', 'body', 'date', 'rating', 'custom_id', 'category_title', 'status_title', 'tags', 'metadata'],
  ...['canread', 'canwrite', 'contentType', 'category', 'status', 'content_type'],
]
/** All that counts of a row that is made from a template. */
const OF_TEMPLATE = ['title', 'tags', 'metadata']

/**
 * The rows of a table as programs send it that speak the API of eLabFTW: the columns go by their exact names, nothing is
 * guessed, and a row without a title refuses the whole.
 */
export async function* referenceEntries(
  table: Table,
  { hasTemplate }: { hasTemplate: boolean },
): AsyncGenerator<IncomingEntry> {
  let names: string[] | undefined
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (names) yield entryOf(row, names, hasTemplate)
      else names = requireTitle(row)
    }
  }
  if (!names) throw new InvalidInput('table.empty')
}

function requireTitle({ cells }: Row): string[] {
  const names = cells.map((name) => name.trim())
  if (!names.includes('title')) throw new InvalidInput('table.no_title_column')
  return names
}

function entryOf(row: Row, names: readonly string[], hasTemplate: boolean): IncomingEntry {
  const given = new Map<string, string>()
  names.forEach((name, index) => {
    const cell = row.cells[index] ?? ''
    if (!given.get(name)) given.set(name, cell)
  })
  if (hasTemplate) for (const name of names) if (!OF_TEMPLATE.includes(name)) given.delete(name)
  const text = (name: string) => given.get(name)?.trim() || null
  const title = text('title')
  if (title === null) throw new InvalidInput('table.no_title', { row: row.number })
  const metadata = text('metadata')
  if (metadata !== null) requireMetadata(metadata, row)
  const label = (name: string) => {
    const found = text(name)
    return found === null ? null : { title: found, color: null }
  }
  const number = (name: string) => {
    const found = text(name)
    return found === null ? null : Number(readNumber(found, '.'))
  }
  const date = text('date')
  const isMarkdown = text('contentType') === '2'
  return {
    ...emptyEntry(row),
    title,
    text: isMarkdown ? (given.get('body') ?? '') : cellToHtml(given.get('body') ?? ''),
    contentType: isMarkdown ? 'markdown' : 'html',
    date: date && (readMoment(date, null)?.day ?? date),
    ...{ customId: number('custom_id'), rating: number('rating') },
    ...{ category: label('category_title'), status: label('status_title') },
    tags: (text('tags') ?? '').split('|').flatMap((tag) => tag.trim() || []),
    metadata,
    fields: metadata === null ? fieldsOf(given) : [],
    ...{ canread: levelOf(text('canread')), canwrite: levelOf(text('canwrite')) },
  }
}

function requireMetadata(metadata: string, { number: row }: Row): void {
  try {
    readMetadata(storable(metadata))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InvalidInput('table.bad_metadata', { row, why: error.message })
  }
}

function fieldsOf(given: ReadonlyMap<string, string>): IncomingField[] {
  return [...given].flatMap(([name, value]) => {
    if (name === '' || OWN.includes(name)) return []
    const type = looksLikeAddress(value) ? 'url' : 'text'
    return [{ name, type, value: type === 'url' ? value.trim() : value, unit: null, description: null }]
  })
}

/** The base level of a permission as JSON. */
function levelOf(text: string | null): number | null {
  const [, level] = /"base"\s*:\s*"?(\d{2})\b/.exec(text ?? '') ?? []
  return level === undefined ? null : Number(level)
}
