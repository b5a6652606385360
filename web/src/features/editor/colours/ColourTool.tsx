import { Popover, Text } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { Baseline } from 'lucide-react'
import { useId, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import classes from './ColourTool.module.css'
import { colourMessages } from './colours.messages.ts'
import { COLOUR_NAMES, HIGHLIGHTS, TEXT_COLOURS } from './palette.ts'
import { type ColourProperty, colourAt, setColour } from './set-colour.ts'

interface Swatch {
  label: string
  isCurrent: boolean
  style?: { color?: string; backgroundColor?: string }
  isMark?: boolean
  run(): void
}

/** The colours of the selected words and of what is behind them. */
export function ColourTool({ editor }: { editor: Editor }) {
  const { colour } = useMessages(colourMessages)
  const [isOpen, setOpen] = useState(false)
  const leave = () => {
    setOpen(false)
    editor.view.focus()
  }
  return (
    // Inside the toolbar: a bubble hides when the focus leaves it.
    <Popover opened={isOpen} onChange={setOpen} withinPortal={false} shadow="md" trapFocus position="bottom">
      <Popover.Target>
        <Tool label={colour} icon={Baseline} run={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p="xs" onKeyDown={(event) => event.key === 'Escape' && leave()}>
        {isOpen && <Palette editor={editor} leave={leave} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Palette({ editor, leave }: { editor: Editor; leave(): void }) {
  const text = useMessages(colourMessages)
  const set = (property: ColourProperty, value: string | undefined, isMark = false) => {
    const tr = setColour(editor.state, property, value)
    editor.view.dispatch(tr)
    if (isMark) editor.commands.setMark('highlight')
    else if (property === 'background-color') editor.commands.unsetMark('highlight')
    leave()
  }
  const colour = colourAt(editor.state, 'color')
  const background = colourAt(editor.state, 'background-color')
  const isMarked = editor.isActive('highlight')
  const letters: Swatch[] = COLOUR_NAMES.map((name) => {
    const { stored } = TEXT_COLOURS[name]
    const run = () => set('color', stored)
    return { label: text.names[name], isCurrent: colour === stored, style: { color: stored }, run }
  })
  const highlights: Swatch[] = COLOUR_NAMES.map((name) => {
    const { stored } = HIGHLIGHTS[name]
    const run = () => set('background-color', stored)
    return { label: text.names[name], isCurrent: background === stored, style: { backgroundColor: stored }, run }
  })
  const none = { label: text.none, isCurrent: colour === undefined, run: () => set('color', undefined) }
  const plain = {
    label: text.none,
    isCurrent: background === undefined && !isMarked,
    run: () => set('background-color', undefined),
  }
  const yellow = {
    label: text.yellow,
    isCurrent: isMarked,
    isMark: true,
    run: () => set('background-color', undefined, true),
  }
  return (
    <>
      <Swatches label={text.textColour} swatches={[none, ...letters]} />
      <Swatches label={text.highlight} swatches={[plain, yellow, ...highlights]} />
    </>
  )
}

function Swatches({ label, swatches }: { label: string; swatches: readonly Swatch[] }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set has a frame and belongs to a form.
    <div role="group" aria-labelledby={id}>
      <Text id={id} size="xs" c="var(--quiet)">
        {label}
      </Text>
      <div className={classes.row}>
        {swatches.map(({ label, isCurrent, style, isMark, run }) => (
          <button
            key={label}
            type="button"
            className={classes.swatch}
            aria-label={label}
            aria-pressed={isCurrent}
            title={label}
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            <span style={style} data-mark={isMark || undefined} className={classes.letter} aria-hidden>
              A
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}
