import type { EntityType } from '@aliquot/contract/common'
import type { View } from '@aliquot/contract/views'
import { Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { ENTRY_TYPES, entryLink } from '../features/entry-data/entry-types.ts'
import { TYPE_ICONS } from '../features/entry-data/type-icons.ts'
import { savedViews, searchOf } from '../features/entry-list/views/views.queries.ts'
import { templatesFor } from '../features/new-entry/templates.queries.ts'
import { useNewEntry } from '../features/new-entry/use-new-entry.ts'
import { useSession } from '../features/session/session.queries.ts'
import { commonMessages } from '../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../i18n/messages.tsx'
import { type Command, useAllCommands } from '../ui/keys/commands.ts'
import { takeEarlyKeys } from '../ui/keys/early-keys.ts'
import { useFocusReturn } from '../ui/keys/focus-return.ts'
import { Keys } from '../ui/keys/Keys.tsx'
import { calendarDay } from '../ui/time/calendar-day.ts'
import classes from './Palette.module.css'
import { type Found, foundEntries, recentEntries } from './palette.queries.ts'
import { shellMessages } from './shell.messages.ts'

interface Item extends Command {
  detail?: string
  /** The type of the entry, or of the entry it creates. */
  type?: EntityType
  /** It matches, whatever the service finds. */
  isSure?: boolean
}

/** Finds entries and runs commands by a few letters and Enter. */
export function Palette({ close }: { close(): void }) {
  useFocusReturn()
  const text = useMessages(shellMessages)
  const list = useId()
  const [typed, setTyped] = useState('')
  /** Its id, because results that come later move it. */
  const [chosen, setChosen] = useState<string>()
  const { items, isSettled } = useItems(typed.trim())
  const [isWaiting, setWaiting] = useState(false)
  const found = items.findIndex(({ id }) => id === chosen)
  const at = found === -1 && items.length > 0 ? 0 : found
  const run = (item: Item | undefined) => {
    if (!item) return
    close()
    // After the palette has returned the focus, so that what opens can take it.
    setTimeout(() => void item.run())
  }
  // Whoever types fast and presses Enter means the result for the last letter, which may not have arrived yet.
  const enter = () => {
    if (isSettled || items[at]?.isSure) run(items[at])
    else setWaiting(true)
  }
  useEffect(() => {
    if (isWaiting && isSettled) run(items[0])
  })
  const takeEarly = () => {
    const early = takeEarlyKeys()
    setTyped((before) => before + early.text)
    if (early.isConfirmed) setWaiting(true)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(items.at((at + step) % items.length)?.id)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
    else return
    event.preventDefault()
  }
  return (
    <Modal.Root opened onClose={close} size="lg" padding={0} yOffset="10vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={text.search}>
        <div className={classes.field}>
          <Search size={18} aria-hidden />
          <input
            className={classes.input}
            role="combobox"
            aria-label={text.openPalette}
            aria-expanded="true"
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onFocus={takeEarly}
            placeholder={text.palettePlaceholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setChosen(undefined)
              setWaiting(false)
            }}
            onKeyDown={press}
          />
        </div>
        <div className={classes.list} id={list} role="listbox" aria-label={text.paletteResults}>
          {items.map((item, index) => (
            <Option
              key={item.id}
              id={`${list}-${index}`}
              item={item}
              isChosen={index === at}
              startsGroup={items[index - 1]?.group !== item.group}
              choose={() => setChosen(item.id)}
              run={() => run(item)}
            />
          ))}
        </div>
        {items.length === 0 && (
          <Text c="var(--quiet)" size="sm" p="md">
            {text.paletteNothing}
          </Text>
        )}
        <Footer count={items.length} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** The matching commands and, once something is typed, templates and entries. */
function useItems(typed: string): { items: Item[]; isSettled: boolean } {
  const text = useMessages(shellMessages)
  const common = useMessages(commonMessages)
  const navigate = useNavigate()
  const commands = useAllCommands()
  const { userid } = useSession()
  const { language } = useLanguage()
  const [q] = useDebouncedValue(typed, 120)
  const asked = typed === '' ? '' : q
  const { data: views = NO_VIEWS } = useQuery(savedViews())
  const { data: recent = NO_ENTRIES } = useQuery(recentEntries())
  const experiments = useQuery(foundEntries('experiments', asked))
  const resources = useQuery(foundEntries('items', asked))
  const templates = useTemplateItems(typed, asked)
  const searches = [experiments, resources]
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
      run: () => navigate({ to, search: { q: typed } }),
    }))
    const creating = [...fitting.filter(({ isCreate }) => isCreate), ...templates.items]
    const others = fitting.filter(({ isCreate }) => !isCreate)
    // What is there comes before what could be created, unless that is what was asked for.
    const sorted = asksForNew(typed, text.new)
      ? [...creating, ...others, ...entries]
      : [...others, ...entries, ...creating]
    return inGroups([...sorted, ...all])
  }, [commands, views, typed, found, recent, templates.items, common, text, userid, language, navigate])
  const isSettled =
    typed === '' || (q === typed && templates.isSettled && searches.every(({ isFetching }) => !isFetching))
  return { items, isSettled }
}

const NO_VIEWS: View[] = []
const NO_ENTRIES: Found[] = []

/** Each group once, where its first item is. */
function inGroups(items: readonly Item[]): Item[] {
  return [...Map.groupBy(items, ({ group }) => group).values()].flat()
}

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

interface OptionProps {
  id: string
  item: Item
  isChosen: boolean
  startsGroup: boolean
  choose(): void
  run(): void
}

function Option({ id, item, isChosen, startsGroup, choose, run }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  const Icon = item.type && TYPE_ICONS[item.type]
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {startsGroup && (
        <div className={classes.group} role="presentation">
          {item.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keyboard */}
      <div
        ref={option}
        id={id}
        className={classes.option}
        role="option"
        aria-selected={isChosen}
        onMouseMove={choose}
        onClick={run}
      >
        {Icon && <Icon size={16} aria-hidden />}
        <span className={classes.label}>{item.label}</span>
        {item.detail && <span className={classes.detail}>{item.detail}</span>}
        {item.keys && <Keys of={item.keys} />}
      </div>
    </>
  )
}

function Footer({ count }: { count: number }) {
  const text = useMessages(shellMessages)
  return (
    <div className={classes.footer}>
      <span>
        <Keys of="ArrowUp ArrowDown" /> {text.paletteMove}
      </span>
      <span>
        <Keys of="Enter" /> {text.paletteRun}
      </span>
      <span>
        <Keys of="Escape" /> {text.paletteClose}
      </span>
      <span role="status" className={classes.count}>
        {text.paletteCount(count)}
      </span>
    </div>
  )
}
