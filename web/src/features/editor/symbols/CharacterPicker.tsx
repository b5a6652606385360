import { Paper, Portal, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { placeAt } from '../../../ui/suggestions/place-at.ts'
import { editorMessages } from '../editor.messages.ts'
import { lineAt } from '../menus/line-at.ts'
import classes from './CharacterPicker.module.css'
import { type Character, findCharacters, type GroupName, listCharacters } from './characters.ts'
import { symbolMessages } from './symbols.messages.ts'

/** Special characters at the cursor. Enter takes the first that fits, and the arrow keys lead to the others. */
export function CharacterPicker({ editor, close }: { editor: Editor; close(): void }) {
  const text = useMessages(symbolMessages)
  const { specialCharacters } = useMessages(editorMessages)
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const found = findCharacters(listCharacters(text.names), typed)
  const leave = () => {
    close()
    editor.view.focus()
  }
  const insert = ({ sign }: Character) => {
    editor.view.dispatch(editor.state.tr.insertText(sign).scrollIntoView())
    leave()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
    } else moveFocus(event, panel.current)
  }
  return (
    <Portal target="#page">
      <Paper
        ref={panel}
        role="dialog"
        aria-label={specialCharacters}
        className={classes.panel}
        style={placeAt(lineAt(editor, editor.state.selection.from))}
        shadow="md"
        withBorder
        onKeyDown={onKey}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
        }}
      >
        <TextInput
          size="xs"
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          ref={(input) => input?.focus({ preventScroll: true })}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key !== 'Enter' || !first) return
            event.preventDefault()
            insert(first)
          }}
        />
        {found.length === 0 && (
          <Text role="status" size="sm" c="var(--quiet)" p="xs">
            {text.none}
          </Text>
        )}
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, characters]) => (
          <Group key={group} group={group} characters={characters} insert={insert} />
        ))}
      </Paper>
    </Portal>
  )
}

interface GroupProps {
  group: GroupName
  characters: readonly Character[]
  insert(character: Character): void
}

function Group({ group, characters, insert }: GroupProps) {
  const { groups } = useMessages(symbolMessages)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set has a frame and belongs to a form.
    <div role="group" aria-label={groups[group]}>
      <div className={classes.title} aria-hidden>
        {groups[group]}
      </div>
      <div className={classes.grid}>
        {characters.map((character) => (
          <button
            key={character.name}
            type="button"
            tabIndex={-1}
            className={classes.character}
            aria-label={character.name}
            title={character.name}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(character)}
          >
            {character.sign}
          </button>
        ))}
      </div>
    </div>
  )
}

/** From the field into the grid, and through it in the order of reading. */
function moveFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  const buttons = [...(panel?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const isInField = at === -1
  if (isInField && event.key !== 'ArrowDown') return
  const row = at === -1 ? 0 : rowLength(buttons, at)
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key]
  if (step === undefined) return
  event.preventDefault()
  if (isInField) buttons[0]?.focus()
  else if (at + step < 0) panel?.querySelector('input')?.focus()
  else buttons[Math.min(at + step, buttons.length - 1)]?.focus()
}

/** How many are in the same row, at most those to the next row. */
function rowLength(buttons: readonly HTMLElement[], at: number): number {
  const top = buttons[at]?.offsetTop
  return Math.max(1, buttons.filter(({ offsetTop }) => offsetTop === top).length)
}
