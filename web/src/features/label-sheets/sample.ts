import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import { ENTRY_TYPES, type EntryRef } from '../entry-data/entry-types.ts'
import type { Content, LabelChoice, Line } from './label-choice.ts'

/** The entry that the preview shows. */
export interface Sample extends EntryRef {
  title: string
  custom_id: number | null
  elabid?: string | null | undefined
  date: string | null
  category_title: string | null
  status_title: string | null
  fullname: string
  team_name?: string
  tags: readonly string[]
}

type Known = Pick<
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
  | 'tags_decoded'
>

export function sampleOf(type: EntityType, { tags_decoded, ...entry }: Known): Sample {
  return { ...entry, type, tags: tags_decoded.map(({ tag }) => tag) }
}

/** What the code of the preview says. */
export function contentOf({ type, id, custom_id, elabid }: Sample, content: Content): string {
  const short = `${location.origin}/e/${id}`
  if (content === 'address') return `${location.origin}/${ENTRY_TYPES[type].page}.php?mode=view&id=${id}`
  if (content === 'custom_id') return custom_id === null ? short : String(custom_id)
  return content === 'elabid' ? (elabid ?? EXAMPLE) : short
}

/** Lists do not have it. */
const EXAMPLE = `20260101-${'0'.repeat(40)}`

/** The lines under the title. */
export function linesOf(sample: Sample, { lines }: LabelChoice, number: string): string[] {
  return lines.flatMap((line) => lineOf(sample, line, number) || [])
}

function lineOf(sample: Sample, line: Line, number: string): string {
  const { id, custom_id } = sample
  const all: Record<Line, string | null | undefined> = {
    title: '',
    id: custom_id === null ? `#${id}` : `${number} ${custom_id}`,
    date: sample.date,
    category: sample.category_title,
    status: sample.status_title,
    owner: sample.fullname,
    team: sample.team_name,
    tags: sample.tags.join(', '),
    elabid: sample.elabid,
    address: `${location.origin}/e/${id}`,
  }
  return all[line] ?? ''
}
