import type { Upload } from '@aliquot/contract/uploads'
import { ActionIcon, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { viewerMessages } from '../viewer.messages.ts'
import type { Hit } from './find-words.ts'
import classes from './PagesView.module.css'
import { type PageSearch, usePageSearch } from './use-page-search.ts'

interface Props {
  file: Upload
  /** The page that is seen, from which on hits are shown. */
  page: number
  stage: RefObject<HTMLDivElement | null>
  goTo(page: number): void
  show(hits: readonly Hit[], current: Hit | undefined): void
}

const ICON = { size: 18, 'aria-hidden': true } as const
const TOOL = { variant: 'default', size: 36 } as const

/** Finds words in the document, as a browser finds them in a page. */
export function PageSearchField({ file, page, stage, goTo, show }: Props) {
  const text = useMessages(viewerMessages)
  const [wanted, setWanted] = useState('')
  const [place, setPlace] = useState<number>()
  const field = useRef<HTMLInputElement>(null)
  const search = usePageSearch(file, wanted)
  const { hits } = search
  const first = Math.max(
    hits.findIndex((hit) => hit.page >= page),
    0,
  )
  const current = place === undefined ? undefined : hits[place]
  useEffect(() => show(hits, current), [hits, current, show])
  const latest = useRef(goTo)
  latest.current = goTo
  useEffect(() => {
    if (!current) return
    latest.current(current.page)
    // Once the page has its words.
    const timer = setTimeout(
      () => stage.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center' }),
      60,
    )
    return () => clearTimeout(timer)
  }, [current, stage])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const step = (by: number) => {
    if (hits.length === 0) return
    setPlace(place === undefined ? first : (place + by + hits.length) % hits.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape' && wanted !== '') {
      // The first one ends the search, the next one closes the file.
      event.stopPropagation()
      setWanted('')
      setPlace(undefined)
    }
  }
  return (
    <div className={classes.search}>
      <TextInput
        ref={field}
        type="search"
        className={classes.wanted ?? ''}
        aria-label={text.findInDocument}
        placeholder={text.findInDocument}
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => {
          setWanted(currentTarget.value)
          setPlace(undefined)
        }}
        onKeyDown={press}
      />
      <ActionIcon {...TOOL} aria-label={text.previousHit} disabled={hits.length === 0} onClick={() => step(-1)}>
        <ChevronUp {...ICON} />
      </ActionIcon>
      <ActionIcon {...TOOL} aria-label={text.nextHit} disabled={hits.length === 0} onClick={() => step(1)}>
        <ChevronDown {...ICON} />
      </ActionIcon>
      <span role="status">
        {wanted.trim() !== '' && <State {...{ search, place, text }} count={file.pages ?? 0} />}
      </span>
    </div>
  )
}

interface StateProps {
  search: PageSearch
  place: number | undefined
  count: number
  text: (typeof viewerMessages)['english']
}

function State({ search: { hits, lookedUpTo, isWordless }, place, count, text }: StateProps) {
  if (lookedUpTo !== undefined) return text.searching(lookedUpTo, count)
  if (isWordless) return text.noWords
  return place === undefined ? text.hits(hits.length) : text.hitOf(place + 1, hits.length)
}
