import { Combobox, Text, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IN_PLACE } from './in-place.ts'

export interface Suggestion {
  /** Unique among all that are offered. */
  key: string
  label: string
  /** Tells those with the same label apart. */
  detail?: string | undefined
}

export interface SuggestionGroup<S extends Suggestion> {
  name?: string
  suggestions: readonly S[]
}

interface Props<S extends Suggestion>
  extends Omit<TextInputProps, 'value' | 'type' | 'onChange' | 'onKeyDown' | 'ref'> {
  typed: string
  type(text: string): void
  groups: readonly SuggestionGroup<S>[]
  /** The suggestions are those for the last letter. */
  isAnswered: boolean
  /** `isOther`: with Shift and Enter, for a second meaning that the footer explains. */
  take(suggestion: S, isOther: boolean): void
  /** Escape in the empty field. */
  leave?: (() => void) | undefined
  /** The focus alone shows no suggestions, because they would cover what is below. */
  isClosedAtFirst?: boolean
  /** They take room below the field, instead of covering what is there. */
  isInPlace?: boolean
  /** They stand over the page, so that a column that scrolls does not cut them. Not inside a dialog. */
  isOverPage?: boolean
  inputRef?: RefObject<HTMLInputElement | null> | undefined
  footer?: ReactNode
}

/**
 * A field with suggestions of the service. Enter takes the marked one: the first for the last letter, or the one chosen
 * with the arrows. Before the answer none is marked, and Enter waits for it.
 */
export function SuggestField<S extends Suggestion>(props: Props<S>) {
  const { typed, type, groups, isAnswered, take, leave, isClosedAtFirst, ...looks } = props
  const { isInPlace, isOverPage = false, inputRef, footer, ...others } = looks
  const { onFocus, onBlur, onClick, ...input } = others
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const [wanted, setWanted] = useState<'enter' | 'shift+enter'>()
  const suggestions = groups.flatMap((group) => group.suggestions)
  const isShown = isOpen && suggestions.length > 0
  const combobox = useCombobox({ opened: isShown, onOpenedChange: setOpen })
  const first = isAnswered && typed.trim() !== '' ? suggestions[0] : undefined
  const marked = isShown ? (suggestions.find(({ key }) => key === chosen) ?? first) : undefined
  const idOf = ({ key }: S) => `${list}-${key}`

  const submit = (suggestion: S, isOther = false) => {
    setOpen(false)
    setChosen(undefined)
    take(suggestion, isOther)
  }
  useEffect(() => {
    if (!wanted || !isAnswered) return
    setWanted(undefined)
    if (first) submit(first, wanted === 'shift+enter')
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    setWanted(undefined)
    if (step) {
      event.preventDefault()
      setOpen(true)
      const at = marked ? suggestions.indexOf(marked) + step : Math.min(step, 0)
      setChosen(suggestions.at(at % suggestions.length)?.key)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (marked) submit(marked, event.shiftKey)
      else if (isOpen && typed.trim() !== '' && !isAnswered) setWanted(event.shiftKey ? 'shift+enter' : 'enter')
    } else if (event.key === 'Escape') {
      setOpen(false)
      if (typed === '') leave?.()
    }
  }
  return (
    <Combobox
      store={combobox}
      withinPortal={isOverPage}
      // Inside a landmark, so that screen readers find it.
      {...(isOverPage && { position: 'bottom-end', portalProps: { target: 'main' } })}
      onOptionSubmit={pickByKey}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          {...input}
          ref={inputRef}
          role="combobox"
          autoComplete="off"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? list : undefined}
          aria-activedescendant={marked && idOf(marked)}
          // Escape closes the suggestions first, and only then what is around them.
          data-mantine-stop-propagation={isShown || undefined}
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value)
            setChosen(undefined)
            setOpen(true)
          }}
          onFocus={(event) => {
            if (!isClosedAtFirst) setOpen(true)
            onFocus?.(event)
          }}
          onBlur={(event) => {
            setOpen(false)
            onBlur?.(event)
          }}
          onClick={(event) => {
            setOpen(true)
            onClick?.(event)
          }}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown {...(isInPlace && { style: IN_PLACE })} {...(isOverPage && { style: ROOM_FOR_TITLES })}>
        <Combobox.Options
          id={list}
          aria-label={input['aria-label'] ?? String(input.label ?? '')}
          mah={320}
          style={SCROLLS}
        >
          {groups.map(({ name, suggestions: some }) => {
            const options = some.map((one) => (
              <Option
                key={one.key}
                id={idOf(one)}
                suggestion={one}
                isMarked={one === marked}
                mark={() => setChosen(one.key)}
              />
            ))
            return name && some.length > 0 ? (
              <Combobox.Group key={name} label={name}>
                {options}
              </Combobox.Group>
            ) : (
              options
            )
          })}
        </Combobox.Options>
        {footer && <Combobox.Footer>{footer}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  )

  function pickByKey(key: string): void {
    const suggestion = suggestions.find((one) => one.key === key)
    if (suggestion) submit(suggestion)
  }
}

const SCROLLS = { overflowY: 'auto' } as const
/** A narrow field would break titles into many lines. */
const ROOM_FOR_TITLES = { minWidth: 'min(22rem, 100vw - 2rem)' } as const

interface OptionProps {
  id: string
  suggestion: Suggestion
  isMarked: boolean
  mark(): void
}

function Option({ id, suggestion, isMarked, mark }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isMarked) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <Combobox.Option
      ref={option}
      id={id}
      value={suggestion.key}
      selected={isMarked}
      aria-selected={isMarked}
      onMouseMove={mark}
    >
      {suggestion.label}
      {suggestion.detail && (
        <Text span inherit>
          {` · ${suggestion.detail}`}
        </Text>
      )}
    </Combobox.Option>
  )
}
