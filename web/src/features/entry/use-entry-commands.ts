import type { Entity } from '@aliquot/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { type Choice, type Command, useCommands } from '../../ui/keys/commands.ts'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { readDay } from '../../ui/time/read-day.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { tagsLike } from '../entry-list/filters/tag-suggestions.ts'
import { kindOf, type LabelField, labelsOf } from '../labels/labels.queries.ts'
import type { FieldName } from '../saving/entry-fields.ts'
import { keepField, shownEntry } from '../saving/live-fields.ts'
import { useSession } from '../session/session.queries.ts'
import { commandMessages } from './commands.messages.ts'

/** The place of each action among the commands of an entry. Sharing has the first, files and rare ones come last. */
export const RANKS: Readonly<Record<string, number | undefined>> = {
  status: 2,
  category: 3,
  tag: 4,
  date: 5,
  lock: 6,
  unlock: 6,
  duplicate: 7,
  archive: 8,
  unarchive: 8,
  export: 9,
  print: 10,
  history: 11,
}

const MOST_TAGS = 8

/** The commands of an open entry. Those with three dots are chosen from in the palette, and can be undone. */
export function useEntryCommands(entry: Entity, isReadOnly: boolean, others: readonly Omit<Command, 'group'>[]): void {
  const { this: group } = useEntryOfTypeMessages(entry.type)
  const setting = useSettingCommands(entry)
  useCommands([...(isReadOnly ? [] : setting), ...others].map((command) => ({ ...command, group })))
}

function useSettingCommands(entry: Entity): Omit<Command, 'group'>[] {
  const text = useMessages(commandMessages)
  const client = useQueryClient()
  const { language } = useLanguage()
  const { team } = useSession()
  const { show } = useToasts()

  const set = (field: FieldName, value: unknown, before: unknown, done: string) => {
    keepField(entry.id, field, value)
    show({ message: done, undo: () => keepField(entry.id, field, before) })
  }

  const labels = (field: LabelField) => async (): Promise<Choice[]> => {
    const found = await client.fetchQuery(labelsOf(team, kindOf(entry.type, field)))
    const before = entry[field]
    const choose = (id: number | null, title: string): Choice => ({
      id: String(id),
      label: title,
      isSet: id === before,
      run: () => set(field, id, before, text.set[field](title)),
    })
    return [...found.map(({ id, title, color }) => ({ ...choose(id, title), color })), choose(null, text.none)]
  }

  const tags = async (typed: string): Promise<Choice[]> => {
    const known = await client.fetchQuery(tagsLike(team, typed)).catch((): string[] => [])
    const own = entry.tags_decoded.map(({ tag }) => tag)
    const isKnown = known.some((tag) => tag.toLowerCase() === typed.toLowerCase())
    const choose = (tag: string, label: string): Choice => ({ id: `tag ${tag}`, label, run: () => addTag(tag) })
    return [
      ...known
        .filter((tag) => !own.includes(tag))
        .slice(0, MOST_TAGS)
        .map((tag) => choose(tag, tag)),
      ...(typed === '' || isKnown ? [] : [choose(typed, text.newTag(typed))]),
    ]
  }
  const tagsNow = () => shownEntry(entry.id).tags_decoded.map(({ tag }) => tag)
  const addTag = (tag: string) => {
    const before = tagsNow()
    if (!before.includes(tag)) keepField(entry.id, 'tags', [...before, tag])
    const undo = () =>
      keepField(
        entry.id,
        'tags',
        tagsNow().filter((one) => one !== tag),
      )
    show({ message: text.tagged(tag), ...(!before.includes(tag) && { undo }) })
  }

  const days = async (typed: string): Promise<Choice[]> => {
    const choose = (day: string, label: string): Choice => ({
      id: day,
      label,
      isSet: day === entry.date,
      run: () => set('date', day, entry.date, text.set.date(calendarDay(day, language))),
    })
    const near = ([0, -1, 1] as const).map((offset) => {
      const day = dayFromNow(offset)
      return choose(day, text.day[offset](calendarDay(day, language)))
    })
    const typedDay = typed === '' ? undefined : readDay(typed, language)
    return typedDay ? [choose(typedDay, calendarDay(typedDay, language))] : near
  }

  const opening = (id: keyof typeof text.open, choices: Command['choices']): Omit<Command, 'group'> => ({
    id: `entry-set-${id}`,
    label: text.open[id],
    rank: RANKS[id],
    ...(choices && { choices }),
    run: () => {},
  })
  return [
    opening('status', labels('status')),
    opening('category', labels('category')),
    opening('tag', tags),
    ...(isTemplateType(entry.type) ? [] : [opening('date', days)]),
  ]
}

/** `2026-11-17` in the reader's zone. */
function dayFromNow(offset: number): string {
  const day = new Date()
  day.setDate(day.getDate() + offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())].join('-')
}
