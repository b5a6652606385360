import type { EntityType } from '@aliquot/contract/common'
import type { TimelineChange, TimelineItem } from '@aliquot/contract/timeline'
import { Turns } from '../../../lib/turns.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { listTimeline } from '../../timeline/timeline.service.ts'

export const HISTORY = 'history.txt'

const MOST_LINES = 5000
const AT_ONCE = 200
/** In characters. It is held while the files of the entry are sent. */
const MOST_LENGTH = 2_000_000

/** Who changed what when, the newest first, for people. Long values are only named. */
export async function historyOf({ ctx, actor }: Viewer, type: EntityType, id: number): Promise<string> {
  const turns = new Turns()
  const lines = [`Times: ${ctx.config.TIMEZONE}`, '']
  let length = 0
  let told = 0
  let total = 0
  do {
    const page = await listTimeline(ctx, actor, { entity_type: type, id }, { limit: AT_ONCE, offset: told })
    if (!('rows' in page)) break
    total = page.total ?? told + page.rows.length
    if (page.rows.length === 0) break
    for (const item of page.rows) {
      const line = lineOf(item)
      lines.push(line)
      length += line.length
    }
    told += page.rows.length
    await turns.rest()
  } while (told < total && told < MOST_LINES && length < MOST_LENGTH)
  if (told < total) lines.push(`and ${total - told} older changes`)
  return `${lines.join('\n')}\n`
}

function lineOf({ created_at, fullname, subject, subject_id, verb, reason, changes }: TimelineItem): string {
  const what = subject === 'entity' ? verb : `${subject} ${subject_id} ${verb}`
  const shown = subject === 'entity' && verb === 'created' ? changes.filter(isGiven) : changes
  const values = shown.map((change) => told(change, verb)).join('; ')
  const why = reason ? ` (reason: ${reason})` : ''
  return oneLine(`${created_at}  ${fullname || 'the system'}  ${what}${values && `: ${values}`}${why}`)
}

/** What a new entry can be given. It has many more values, which are always the same. */
const GIVEN = new Set([
  ...['title', 'date', 'body', 'category', 'status', 'custom_id', 'rating', 'metadata', 'tags'],
  ...['created_from_type', 'created_from_id', 'elabid'],
])

function isGiven({ field, after, is_long }: TimelineChange): boolean {
  return GIVEN.has(field) && (is_long || (after !== null && after !== 0 && after !== ''))
}

/** Ids of people, groups and teams, which mean nothing elsewhere. */
const LOCAL = new Set(['canread', 'canwrite', 'canbook', 'canread_target', 'canwrite_target'])

function told({ field, before, after, is_long }: TimelineChange, verb: string): string {
  if (LOCAL.has(field)) return `${field} (people, groups and teams)`
  if (is_long) return `${field} (long)`
  if (verb === 'created') return `${field} ${JSON.stringify(after)}`
  if (verb === 'deleted') return `${field} ${JSON.stringify(before)}`
  return `${field} ${JSON.stringify(before)} → ${JSON.stringify(after)}`
}

/** Values are escaped already; names and reasons may have line breaks. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}
