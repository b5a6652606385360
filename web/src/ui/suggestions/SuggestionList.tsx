import { Kbd, Paper, Portal, Text } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Line, placeAt, WIDE } from './place-at.ts'
import styles from './SuggestionList.module.css'

export interface Suggestion {
  key: string
  icon: ReactNode
  label: string
  /** The equivalent shortcut. */
  detail?: string | undefined
  /** The heading above it. */
  group?: string
  /** A second line, which tells apart those with the same label. */
  about?: ReactNode
  run(): void
}

interface Props {
  /** What somebody types in. It keeps the focus. */
  field: HTMLElement
  /** Where they type. */
  line: Line
  label: string
  suggestions: Suggestion[]
  whenEmpty: string
  /** What Enter does while the answer for the last letters is on its way. */
  takeEarly?: (() => void) | undefined
  /** Enter takes nothing before an arrow key has chosen something. */
  needsChoice?: boolean
}

const NONE = -1

/** A list at the cursor, moved through with the arrow keys while the text keeps the focus. */
export function SuggestionList({ field, line, label, suggestions, whenEmpty, takeEarly, needsChoice = false }: Props) {
  const id = useId()
  const isWide = suggestions.some(({ about }) => about !== undefined)
  const first = needsChoice ? NONE : 0
  const [active, setActive] = useState(first)
  const list = useRef<HTMLDivElement>(null)
  const chosen = Math.min(active, Math.max(0, suggestions.length - 1))
  useKeys(field, {
    ArrowDown: () => setActive((chosen + 1) % Math.max(1, suggestions.length)),
    ArrowUp: () => setActive((Math.max(0, chosen) - 1 + suggestions.length) % Math.max(1, suggestions.length)),
    Enter: takeEarly ?? suggestions[chosen]?.run,
    Tab: takeEarly ?? suggestions[chosen]?.run,
  })
  // A new list starts at its top.
  useEffect(() => setActive(first), [suggestions.length, first])
  useLayoutEffect(() => {
    field.setAttribute('aria-controls', id)
    if (suggestions.length > 0 && chosen !== NONE) field.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  }, [field, id, chosen, suggestions.length])
  return (
    // Inside a landmark, so that people who navigate by landmarks find it.
    <Portal target="#page">
      <Paper
        ref={list}
        className={styles.list}
        data-wide={isWide || undefined}
        style={placeAt(line, isWide ? WIDE : undefined)}
        shadow="md"
        withBorder
      >
        <div role="listbox" id={id} aria-label={label}>
          {suggestions.map((suggestion, index) => (
            <Fragment key={suggestion.key}>
              {suggestion.group !== undefined && suggestion.group !== suggestions[index - 1]?.group && (
                <div className={styles.group} role="presentation">
                  {suggestion.group}
                </div>
              )}
              <div
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === chosen}
                tabIndex={-1}
                className={styles.option}
                onMouseMove={() => setActive(index)}
                // The text must not lose the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={suggestion.run}
                onKeyDown={() => {}}
              >
                <span className={styles.icon} aria-hidden>
                  {suggestion.icon}
                </span>
                <div className={styles.words}>
                  <div className={suggestion.about ? styles.title : styles.label}>{suggestion.label}</div>
                  {suggestion.about && <div className={styles.about}>{suggestion.about}</div>}
                </div>
                {suggestion.detail && <Kbd size="xs">{suggestion.detail}</Kbd>}
              </div>
            </Fragment>
          ))}
        </div>
        <Text role="status" size="sm" c="var(--quiet)" px={suggestions.length === 0 ? 'sm' : 0}>
          {suggestions.length === 0 ? whenEmpty : ''}
        </Text>
      </Paper>
    </Portal>
  )
}

function useKeys(field: HTMLElement, keys: Record<string, (() => void) | undefined>): void {
  const latest = useRef(keys)
  latest.current = keys
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const run = event.isComposing ? undefined : latest.current[event.key]
      if (!run) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    field.addEventListener('keydown', handle, { capture: true })
    return () => field.removeEventListener('keydown', handle, { capture: true })
  }, [field])
}
