import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import type { LabelCode } from '@aliquot/contract/label-sheets/geometry'
import type { LabelLine, LabelOptions } from '@aliquot/contract/label-sheets/query'
import { cutUnits } from '../../../lib/text.ts'
import type { PaperLabel } from '../../../media/paper/sheet.ts'
import { kindOf } from '../../entries/entries.types.ts'
import { plainLink, shortLink } from '../../entries/record/address.ts'
import { fieldLines } from './field-groups.ts'
import type { Reader } from './reader.ts'

/** What labels know of an entry. A row of a list has it too. */
export type Labelled = Pick<
  EntityListRow,
  | 'id'
  | 'title'
  | 'custom_id'
  | 'elabid'
  | 'date'
  | 'category_title'
  | 'status_title'
  | 'fullname'
  | 'team_name'
  | 'tags'
  | 'metadata'
> & { type: EntityType }

/** A row of a list leaves out its type. */
export async function* labelled(
  type: EntityType,
  rows: AsyncIterable<Omit<Labelled, 'type'>> | Iterable<Omit<Labelled, 'type'>>,
): AsyncGenerator<Labelled> {
  for await (const row of rows) yield { ...row, type }
}

interface LabelLook extends LabelOptions {
  label_code: LabelCode
  baseUrl: string
  reader: Reader
}

/** No label has room for more, and a file of labels holds the words of thousands of entries. */
const MOST_UNITS = 500

/** Without the share key: labels reach people who were not meant to get lasting access. */
export function labelOf(entry: Labelled, look: LabelLook): PaperLabel {
  const { label_lines: lines = ['title', 'id'], label_fields: fields = look['label_fields[]'] ?? [] } = look
  const below = lines.filter((line) => line !== 'title').map((line) => lineOf(entry, line, look))
  return {
    code: look.label_code,
    says: contentOf(entry, look),
    title: lines.includes('title') ? cut(entry.title) : '',
    lines: [...below, ...fieldLines(metadataOf(entry), [...new Set(fields)])].filter((line) => line !== '').map(cut),
  }
}

/** A copy: a part of a text would keep the whole text in memory. */
function cut(text: string): string {
  return text.length <= MOST_UNITS ? text : `${Buffer.from(cutUnits(text, MOST_UNITS - 1)).toString()}…`
}

function contentOf(
  { id, type, custom_id, elabid }: Labelled,
  { label_code, label_content, baseUrl }: LabelLook,
): string {
  switch (label_content ?? (label_code === 'qr' ? 'address' : 'short')) {
    case 'address':
      return encodeURI(plainLink({ id }, kindOf(type), baseUrl))
    case 'custom_id':
      return custom_id === null ? shortLink({ id }, baseUrl) : String(custom_id)
    case 'elabid':
      return elabid ?? shortLink({ id }, baseUrl)
    default:
      return shortLink({ id }, baseUrl)
  }
}

function lineOf(entry: Labelled, line: LabelLine, { baseUrl, reader: { language } }: LabelLook): string {
  const { id, custom_id, elabid, date } = entry
  switch (line) {
    case 'id':
      return custom_id === null ? `#${id}` : `${language.words.number} ${custom_id}`
    case 'elabid':
      return elabid ?? ''
    case 'date':
      return date ?? ''
    case 'category':
      return entry.category_title ?? ''
    case 'status':
      return entry.status_title ?? ''
    case 'owner':
      return entry.fullname
    case 'team':
      return entry.team_name
    case 'tags':
      return (entry.tags ?? '').split('|').join(', ')
    case 'address':
      return shortLink({ id }, baseUrl)
    default:
      return ''
  }
}

function metadataOf({ metadata }: Labelled): unknown {
  try {
    return JSON.parse(metadata ?? 'null')
  } catch {
    return undefined
  }
}
