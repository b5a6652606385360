import type { Entity } from '@aliquot/contract/entities'
import type { EntryPatch } from '../entry/entry.queries.ts'
import { valueText } from './describe.ts'
import type { MomentTexts } from './moments.text.ts'
import type { TimelineTexts } from './timeline.text.ts'

/** Something of an entry that can differ between two moments. */
export interface ThenField {
  name: keyof MomentTexts['fields']
  /** As people read it, empty for nothing. */
  read(entry: Entity): string
  /** What sets it again. Absent: that cannot be set. */
  restore?: (entry: Entity) => Record<string, unknown>
}

export function thenFields(text: MomentTexts, timeline: TimelineTexts, language: string): ThenField[] {
  const value = (field: string, of: unknown) => valueText(field, of, timeline, language)
  const tags = (entry: Entity) => entry.tags_decoded.map(({ tag }) => tag)
  const who = (base: number, lists: string) => [value('canread_base', base), named(lists, timeline)].filter(Boolean)
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
    { name: 'steps', read: ({ steps }) => steps.map(stepText).join('\n') },
    {
      name: 'links',
      read: (entry) => [...entry.experiments_links, ...entry.items_links].map(({ title }) => title).join('\n'),
    },
    { name: 'uploads', read: ({ uploads }) => uploads.map(({ real_name }) => real_name).join('\n') },
  ]
}

/** The main text, with how it is written. */
export function restoreBody({ body, content_type }: Entity): Record<string, unknown> {
  return { body: body ?? '', content_type }
}

/** What sets everything again that is not as it was. */
export function restoreAll(fields: readonly ThenField[], then: Entity, now: Entity): EntryPatch {
  const differing = fields.filter(({ read, restore }) => restore && read(then) !== read(now))
  const patches = differing.map(({ restore }) => restore?.(then))
  const text = then.body !== now.body || then.content_type !== now.content_type ? restoreBody(then) : {}
  return Object.assign({}, ...patches, text) as EntryPatch
}

function named(lists: string, text: TimelineTexts): string {
  const { users = [] } = JSON.parse(lists || '{}') as { users?: number[] }
  return users.map(text.person).join(', ')
}

function stepText({ body, finished }: Entity['steps'][number]): string {
  return `${finished === 1 ? '☑' : '☐'} ${body}`
}
