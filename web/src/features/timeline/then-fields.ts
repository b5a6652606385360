import type { Entity } from '@aliquot/contract/entities'
import type { RestorePart } from '@aliquot/contract/timeline'
import { localeOf } from '../../i18n/locale.ts'
import { parseServiceTime } from '../../ui/time/time.ts'
import { sizeText } from '../../ui/words/size-text.ts'
import type { EntryPatch } from '../entry-data/entry.queries.ts'
import { outgoingLinks } from '../links/links.queries.ts'
import { grantedPeople, valueText } from './describe.ts'
import type { MomentMessages } from './moments.messages.ts'
import type { TimelineMessages } from './timeline.messages.ts'

/** A part of an entry that can differ between two moments. */
export interface ThenField {
  name: keyof MomentMessages['fields']
  /** The display text, empty for nothing. */
  read(entry: Entity): string
  /** The PATCH that restores it, if it can be set. */
  restore?: (entry: Entity) => Record<string, unknown>
}

export function thenFields(
  text: MomentMessages,
  timeline: TimelineMessages,
  language: string,
  nameOf: (person: number) => string,
): ThenField[] {
  const value = (field: string, of: unknown) => valueText(field, of, timeline, language)
  const tags = (entry: Entity) => entry.tags_decoded.map(({ tag }) => tag)
  const who = (base: number, lists: string) =>
    [value('canread_base', base), ...grantedPeople(lists).map((id) => nameOf(Number(id)))].filter(Boolean)
  return [
    { name: 'title', read: ({ title }) => title, restore: ({ title }) => ({ title }) },
    { name: 'date', read: ({ date }) => value('date', date), restore: ({ date }) => ({ date: date ?? '' }) },
    {
      name: 'category',
      read: (entry) => entry.category_title ?? '',
      restore: ({ category }) => ({ category: category ?? '' }),
    },
    { name: 'status', read: (entry) => entry.status_title ?? '', restore: ({ status }) => ({ status: status ?? '' }) },
    {
      name: 'custom_id',
      read: ({ custom_id }) => String(custom_id ?? ''),
      restore: ({ custom_id }) => ({ custom_id: custom_id ?? '' }),
    },
    { name: 'rating', read: ({ rating }) => value('rating', rating), restore: ({ rating }) => ({ rating }) },
    { name: 'tags', read: (entry) => tags(entry).join(', '), restore: (entry) => ({ tags: tags(entry) }) },
    {
      name: 'metadata',
      read: ({ metadata }) => value('metadata', metadata),
      restore: ({ metadata }) => ({ metadata: metadata ?? '' }),
    },
    { name: 'fullname', read: ({ fullname }) => fullname },
    {
      name: 'canread',
      read: (entry) => who(entry.canread_base, entry.canread).join(', '),
      restore: ({ canread, canread_base }) => ({ canread, canread_base }),
    },
    {
      name: 'canwrite',
      read: (entry) => who(entry.canwrite_base, entry.canwrite).join(', '),
      restore: ({ canwrite, canwrite_base }) => ({ canwrite, canwrite_base }),
    },
    { name: 'locked', read: ({ locked }) => (locked === 1 ? timeline.yes : '') },
    { name: 'state', read: ({ state }) => text.states[state] ?? '' },
    { name: 'comments', read: ({ comments }) => comments.map((one) => `${one.fullname}: ${one.comment}`).join('\n') },
    { name: 'steps', read: ({ steps }) => steps.map((step) => stepText(step, language)).join('\n') },
    {
      name: 'links',
      read: (entry) =>
        outgoingLinks(entry)
          .map(({ title }) => title)
          .join('\n'),
    },
    { name: 'uploads', read: ({ uploads }) => uploads.map((file) => fileText(file, language)).join('\n') },
  ]
}

/** What to restore: fields by a PATCH, or a part by restoring the moment. */
export type Wanted = { patch: EntryPatch } | { part: RestorePart }

/** How to restore a field; undefined if that is impossible. */
export function wantedOf({ name, restore }: ThenField, then: Entity): Wanted | undefined {
  if (name === 'steps' || name === 'links' || name === 'uploads') return { part: name }
  return restore && { patch: restore(then) as EntryPatch }
}

/** The main text with its content type. */
export function wantedBody({ body, content_type }: Entity): Wanted {
  return { patch: { body: body ?? '', content_type } as EntryPatch }
}

function stepText({ body, finished, deadline }: Entity['steps'][number], language: string): string {
  const words = `${finished === 1 ? '☑' : '☐'} ${body}`
  return deadline === null ? words : `${words} · ${timeText(deadline, language)}`
}

/** Two versions of a file may have the same name, so include more facts. */
function fileText({ real_name, filesize, created_at, comment }: Entity['uploads'][number], language: string): string {
  const facts = [real_name, sizeText(filesize, language), timeText(created_at, language), comment]
  return facts.filter((fact) => fact !== null).join(' · ')
}

function timeText(at: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' })
  return format.format(parseServiceTime(at))
}
