import { ActionIcon, Modal, Text } from '@mantine/core'
import { Check, ChevronRight, ScanLine, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { TYPE_ICONS } from '../../features/entry-data/type-icons.ts'
import { LabelPill } from '../../features/labels/LabelPill.tsx'
import { useMessages } from '../../i18n/messages.tsx'
import { useCloseOnBack } from '../../ui/keys/close-on-back.ts'
import type { Command } from '../../ui/keys/commands.ts'
import { takeEarlyKeys } from '../../ui/keys/early-keys.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { Keys } from '../../ui/keys/Keys.tsx'
import { shellMessages } from '../shell.messages.ts'
import classes from './Palette.module.css'
import type { Item } from './palette-item.ts'
import { useChoices, useItems } from './use-palette-items.ts'

interface Props {
  close(): void
  /** Commands that no page has. */
  more?: readonly Command[]
  /** Has a button in the field, because who stands before a shelf does not type. */
  scan?: Command
}

const NO_COMMANDS: Command[] = []

/** Finds entries and runs commands by a few letters and Enter. */
export function Palette({ close, more = NO_COMMANDS, scan }: Props) {
  useFocusReturn()
  const text = useMessages(shellMessages)
  const list = useId()
  const [typed, setTyped] = useState('')
  /** Its id, because results that come later move it. */
  const [chosen, setChosen] = useState<string>()
  /** The command that is chosen from, in the second level. */
  const [opened, setOpened] = useState<Command>()
  const all = useItems(opened ? '' : typed.trim(), more)
  const choices = useChoices(opened, typed.trim())
  const { items, isSettled } = opened ? choices : all
  const [isWaiting, setWaiting] = useState(false)
  const found = items.findIndex(({ id }) => id === chosen)
  const at = found === -1 && items.length > 0 ? 0 : found
  const run = (item: Item | undefined) => {
    if (!item) return
    if (item.choices) return openLevel(item)
    close()
    // After the palette has returned the focus, so that what opens can take it.
    setTimeout(() => void item.run())
  }
  const openLevel = (command: Command | undefined) => {
    setOpened(command)
    setTyped('')
    setChosen(command ? undefined : opened?.id)
    setWaiting(false)
  }
  // Whoever types fast and presses Enter means the result for the last letter, which may not have arrived yet.
  const enter = () => {
    if (isSettled || items[at]?.isSure) run(items[at])
    else setWaiting(true)
  }
  useEffect(() => {
    if (isWaiting && isSettled) run(items[0])
  })
  const field = useRef<HTMLInputElement>(null)
  useCloseOnBack(close)
  const backToAll = () => {
    openLevel(undefined)
    field.current?.focus()
  }
  const takeEarly = () => {
    const early = takeEarlyKeys()
    setTyped((before) => before + early.text)
    if (early.isConfirmed) setWaiting(true)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(items.at((at + step) % items.length)?.id)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
    else if (opened && (event.key === 'Escape' || (event.key === 'Backspace' && typed === ''))) openLevel(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Modal.Root
      opened
      onClose={close}
      size="lg"
      padding={0}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      // In the second level Escape goes back.
      closeOnEscape={!opened}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={text.search}>
        <div className={classes.field}>
          {opened ? (
            <button
              type="button"
              className={classes.level}
              aria-label={`${opened.label} ${text.paletteBack}`}
              onClick={backToAll}
            >
              {opened.label}
            </button>
          ) : (
            <Search size={18} aria-hidden />
          )}
          <input
            ref={field}
            className={classes.input}
            role="combobox"
            aria-label={opened ? opened.label : text.openPalette}
            aria-expanded="true"
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onFocus={takeEarly}
            placeholder={opened ? text.palettePick : text.palettePlaceholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setChosen(undefined)
              setWaiting(false)
            }}
            onKeyDown={press}
          />
          {scan && !opened && (
            <ActionIcon variant="subtle" color="gray" aria-label={scan.label} onClick={() => run(scan)}>
              <ScanLine size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
        <div className={classes.list} id={list} role="listbox" aria-label={text.paletteResults}>
          {items.map((item, index) => (
            <Option
              key={item.id}
              id={`${list}-${index}`}
              item={item}
              isChosen={index === at}
              startsGroup={!opened && items[index - 1]?.group !== item.group}
              choose={() => setChosen(item.id)}
              run={() => run(item)}
            />
          ))}
        </div>
        {items.length === 0 && isSettled && (
          <Text c="var(--quiet)" size="sm" p="md">
            {text.paletteNothing}
          </Text>
        )}
        <Footer count={items.filter(({ isOffer }) => !isOffer).length} isSecond={opened !== undefined} />
      </Modal.Content>
    </Modal.Root>
  )
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
  const text = useMessages(shellMessages)
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
        <span className={classes.label}>
          {item.color === undefined ? item.label : <LabelPill title={item.label} color={item.color} />}
        </span>
        {item.detail && <span className={classes.detail}>{item.detail}</span>}
        {item.keys && <Keys of={item.keys} />}
        {item.choices && <ChevronRight size={16} className={classes.more} aria-hidden />}
        {item.isSet && <Check size={16} role="img" aria-label={text.paletteSet} />}
      </div>
    </>
  )
}

function Footer({ count, isSecond }: { count: number; isSecond: boolean }) {
  const text = useMessages(shellMessages)
  return (
    <div className={classes.footer}>
      <span>
        <Keys of="ArrowUp ArrowDown" /> {text.paletteMove}
      </span>
      <span>
        <Keys of="Enter" /> {isSecond ? text.paletteApply : text.paletteRun}
      </span>
      <span>
        <Keys of="Escape" /> {isSecond ? text.paletteBack : text.paletteClose}
      </span>
      <span role="status" className={classes.count}>
        {text.paletteCount(count)}
      </span>
    </div>
  )
}
