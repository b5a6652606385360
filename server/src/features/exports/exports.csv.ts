import type { Entity, EntityListRow } from '@aliquot/contract/entities'
import type { Texts } from '../../text-work/text-work.ts'
import { type EntityKind, MARKDOWN } from '../entries/entries.types.ts'
import { plainLink } from '../entries/record/address.ts'

const COLUMNS = [
  ...(['id', 'date', 'title', 'userid', 'fullname', 'body', 'category', 'category_title', 'category_color'] as const),
  ...(['status', 'status_title', 'status_color', 'custom_id', 'elabid', 'rating', 'sharelink'] as const),
  ...(['metadata', 'tags'] as const),
] as const

/** Spreadsheets recognise UTF-8 by this byte order mark. */
const MARK = '\uFEFF'

export async function* csvOf(
  rows: AsyncIterable<EntityListRow> | Iterable<EntityListRow | Entity>,
  { kind, baseUrl, texts }: { kind: EntityKind; baseUrl: string; texts: Texts },
): AsyncGenerator<string> {
  yield `${MARK}${COLUMNS.join(',')}\n`
  for await (const row of rows) {
    const sharelink = plainLink(row, kind, baseUrl)
    const cells = { ...row, body: await plainText(row, texts), sharelink }
    yield `${COLUMNS.map((name) => cell(cells[name])).join(',')}\n`
  }
}

/** Markdown is plain text already. */
async function plainText({ body, content_type }: EntityListRow | Entity, texts: Texts): Promise<string | null> {
  if (!body || content_type === MARKDOWN) return body ?? null
  return texts.later('htmlToText', body)
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run what starts like a formula, and anybody can write a title.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
