import { Box, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
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
  const ask = useDebouncedCallback((words: string) => {
    asked.current = words
    search(words)
  }, PAUSE)
  // The URL can also change by going back, or by a link.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  const change = (words: string) => {
    setTyped(words)
    ask(words.trim())
  }
  const askNow = (words: string) => {
    change(words)
    ask.flush()
  }
  return (
    <div>
      <TextInput
        ref={inputRef}
        type="search"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-busy={isWaiting}
        leftSection={<Search size={16} aria-hidden="true" />}
        rightSection={
          typed === '' ? (
            <Box visibleFrom="sm">
              <Keys of="/" />
            </Box>
          ) : (
            <CloseButton size="sm" aria-label={text.clearSearch} onClick={() => askNow('')} />
          )
        }
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            ask.flush()
            leave()
          } else if (event.key === 'Escape') {
            if (typed === '') leave()
            else askNow('')
          } else return
          event.preventDefault()
        }}
      />
      <div role="status">{refused && <SearchHint refused={refused} />}</div>
    </div>
  )
}
