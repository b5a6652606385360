import type { View } from '@aliquot/contract/views'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { ENTRY_TYPES, entryLink } from '../../features/entry-data/entry-types.ts'
import { quotedQuery } from '../../features/entry-list/quoted-query.ts'
import { savedViews, searchOf } from '../../features/entry-list/views/views.queries.ts'
import { templatesFor } from '../../features/new-entry/templates.queries.ts'
import { useNewEntry } from '../../features/new-entry/use-new-entry.ts'
import { useSession } from '../../features/session/session.queries.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { type Choice, type Command, useAllCommands } from '../../ui/keys/commands.ts'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { shellMessages } from '../shell.messages.ts'
import { type Found, foundEntries, isSurelyCode, recentEntries } from './palette.queries.ts'
import type { Item } from './palette-item.ts'
import { useCodeItems } from './use-code-items.ts'

/** The matching commands and, once something is typed, templates and entries. */
export function useItems(typed: string, more: readonly Command[]): { items: Item[]; isSettled: boolean } {
  const text = useMessages(shellMessages)
  const common = useMessages(commonMessages)
  const navigate = useNavigate()
  const ofPage = useAllCommands()
  const commands = useMemo(() => [...ofPage, ...more], [ofPage, more])
  const { userid } = useSession()
  const { language } = useLanguage()
  const [q] = useDebouncedValue(typed, 120)
  const asked = typed === '' ? '' : q
  const { data: views = NO_VIEWS } = useQuery(savedViews())
  const { data: recent = NO_ENTRIES } = useQuery(recentEntries())
  const words = isSurelyCode(asked) ? '' : asked
  const experiments = useQuery(foundEntries('experiments', words))
  const resources = useQuery(foundEntries('items', words))
  const coded = useCodeItems(asked)
  const templates = useTemplateItems(typed, words)
  const searches = [experiments, resources, coded]
  const found = useMemo(
    () => [...(experiments.data ?? []), ...(resources.data ?? [])],
    [experiments.data, resources.data],
  )
  const items = useMemo(() => {
    const kept = views.map((view) => ({
      id: `view-${view.id}`,
      label: view.name,
      group: text.views,
      type: view.entity_type,
      isSure: true,
      run: () => navigate({ to: ENTRY_TYPES[view.entity_type].list, search: searchOf(view) }),
    }))
    const toItem = (entry: Found, group: string) => ({
      id: `entry-${entry.id}`,
      label: entry.title || common.untitled,
      group,
      type: entry.type,
      detail: entry.userid === userid ? calendarDay(entry.date ?? '', language) : entry.fullname,
      run: () => navigate(entryLink(entry)),
    })
    const fitting = commands.filter((command) => fits(command, typed)).map((command) => ({ ...command, isSure: true }))
    if (typed === '') return inGroups([...recent.map((entry) => toItem(entry, text.recent)), ...fitting, ...kept])
    fitting.push(...kept.filter((view) => fits(view, typed)))
    const entries = found.map((entry) => toItem(entry, entry.type === 'items' ? text.resources : text.experiments))
    const all = (['/experiments', '/resources'] as const).map((to) => ({
      id: `search-all-${to}`,
      label: text.searchAll(typed, to === '/experiments' ? text.experiments : text.resources),
      group: text.searchLists,
      isOffer: true,
      run: () => navigate({ to, search: { q: isSurelyCode(typed) ? quotedQuery(typed) : typed } }),
    }))
    const creating = [...fitting.filter(({ isCreate }) => isCreate), ...templates.items]
    const others = fitting.filter(({ isCreate }) => !isCreate)
    // What is there comes before what could be created, unless that is what was asked for.
    const sorted = asksForNew(typed, text.new)
      ? [...creating, ...others, ...entries]
      : [...others, ...entries, ...creating]
    // A number may be meant as any word is; an address or a permanent id can only be a code.
    return isSurelyCode(typed) ? inGroups([...coded.items, ...all]) : inGroups([...sorted, ...coded.items, ...all])
  }, [commands, views, typed, found, coded.items, recent, templates.items, common, text, userid, language, navigate])
  const isSettled =
    typed === '' || (q === typed && templates.isSettled && searches.every(({ isFetching }) => !isFetching))
  return { items, isSettled }
}

const NO_VIEWS: View[] = []
const NO_ENTRIES: Found[] = []

/** Each group once, where its first item is. */
function inGroups(items: readonly Item[]): Item[] {
  const groups = [...Map.groupBy(items, ({ group }) => group).values()]
  return groups.flatMap((group) => group.toSorted((a, b) => (a.rank ?? LAST) - (b.rank ?? LAST)))
}

const LAST = 100

/** Whether the first word is the start of “new” or of a synonym. */
function asksForNew(typed: string, word: string): boolean {
  const [first = ''] = plain(typed).trim().split(' ')
  return (
    first.length > 1 &&
    plain(`${word} ${NEW_WORDS}`)
      .split(' ')
      .some((one) => one.startsWith(first))
  )
}

const NEW_WORDS = 'add create ajouter creer nouveau nouvelle'

/** Templates by a few letters of their name: Enter creates an entry from the first. */
function useTemplateItems(typed: string, asked: string): { items: Item[]; isSettled: boolean } {
  const text = useMessages(shellMessages)
  const experiments = useQuery({ ...templatesFor('experiments', asked, MOST_TEMPLATES), enabled: asked !== '' })
  const resources = useQuery({ ...templatesFor('items', asked, MOST_TEMPLATES), enabled: asked !== '' })
  const { createFrom: createExperiment } = useNewEntry('experiments')
  const { createFrom: createResource } = useNewEntry('items')
  const create = useRef({ experiments: createExperiment, items: createResource })
  create.current = { experiments: createExperiment, items: createResource }
  const items = useMemo(() => {
    const templates = [...(experiments.data ?? []), ...(resources.data ?? [])]
    return templates
      .map(({ id, title, makes, fullname }) => ({
        id: `template-${id}`,
        label: text.newFrom(title),
        group: makes === 'items' ? text.newResource : text.newExperiment,
        type: makes,
        detail: fullname,
        run: () => create.current[makes](id),
      }))
      .filter((item) => fits(item, typed))
  }, [experiments.data, resources.data, text, typed])
  return { items, isSettled: !experiments.isFetching && !resources.isFetching }
}

const MOST_TEMPLATES = 5

/** What a command offers to choose from, for these letters. */
export function useChoices(command: Command | undefined, typed: string): { items: Item[]; isSettled: boolean } {
  const [asked] = useDebouncedValue(typed, 120)
  const { data, isFetching } = useQuery({
    queryKey: ['palette', command?.id, asked],
    queryFn: () => command?.choices?.(asked) ?? NO_CHOICES,
    enabled: command !== undefined,
    placeholderData: keepPreviousData,
    // The command knows what is set, which changes.
    gcTime: 0,
  })
  const items = useMemo(
    () =>
      (data ?? NO_CHOICES)
        .map((choice) => ({ ...choice, group: command?.label ?? '' }))
        // A choice that was made for these letters fits, whatever it is called.
        .filter((item) => fits(item, typed) || (asked === typed && typed !== '' && data?.length === 1)),
    [data, command, typed, asked],
  )
  return { items, isSettled: asked === typed && !isFetching }
}

const NO_CHOICES: Choice[] = []

/** Every typed word is a prefix of a word of the command. */
function fits({ label, group, words = '' }: Command, typed: string): boolean {
  const text = plain(` ${label} ${group} ${words}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(` ${word}`))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
}
