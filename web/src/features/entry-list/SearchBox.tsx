import { ActionIcon, Box } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import fields from '../../ui/fields/plain-fields.module.css'
import { Keys } from '../../ui/keys/Keys.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { entryListMessages } from './entry-list.messages.ts'
import { useListTypeMessages } from './list-type.ts'

interface Props {
  inputRef: Ref<HTMLInputElement>
  value: string
  isWaiting: boolean
  /** Why the search is not understood while the last results stay. */
  refused: ApiError | undefined
  search(words: string): void
  /** Moves the focus to the list. */
  leave(): void
}

const PAUSE = 150

export const SearchHint = onDemand(async () => (await import('./SearchHint.tsx')).SearchHint)

/** Searches shortly after the last key. */
export function SearchBox({ inputRef, value, isWaiting, refused, search, leave }: Props) {
  const text = useMessages(entryListMessages)
  const { search: label } = useListTypeMessages()
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const ask = useLater((words) => {
    asked.current = words
    search(words)
  })
  // The URL can also change by going back, or by a link.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  const change = (words: string) => {
    setTyped(words)
    ask.later(words.trim())
  }
  const askNow = (words: string) => {
    change(words)
    ask.now()
  }
  return (
    <div>
      {/* Mantine's fields would be the largest part of the list's own code. */}
      <div className={fields.field} data-plain-field data-has-start>
        <span className={fields.start}>
          <Search size={16} aria-hidden="true" />
        </span>
        <input
          ref={inputRef}
          className={fields.input}
          type="search"
          aria-label={label}
          placeholder={label}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-busy={isWaiting}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              ask.now()
              leave()
            } else if (event.key === 'Escape') {
              if (typed === '') leave()
              else askNow('')
            } else return
            event.preventDefault()
          }}
        />
        <span className={fields.end}>
          {typed === '' ? (
            <Box visibleFrom="sm">
              <Keys of="/" />
            </Box>
          ) : (
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={text.clearSearch}
              onClick={() => askNow('')}
            >
              <X size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </span>
      </div>
      <div role="status">{refused && <SearchHint refused={refused} />}</div>
    </div>
  )
}

/** Searches after a pause in typing, or at once. What was not yet searched when the page is left is forgotten. */
function useLater(run: (words: string) => void) {
  const latest = useRef(run)
  latest.current = run
  const [ask] = useState(() => {
    let waiting: { timer: number; words: string } | undefined
    const now = () => {
      if (!waiting) return
      const { timer, words } = waiting
      waiting = undefined
      clearTimeout(timer)
      latest.current(words)
    }
    const forget = () => {
      clearTimeout(waiting?.timer)
      waiting = undefined
    }
    const later = (words: string) => {
      forget()
      waiting = { timer: window.setTimeout(now, PAUSE), words }
    }
    return { later, now, forget }
  })
  useEffect(() => ask.forget, [ask])
  return ask
}
