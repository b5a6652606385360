import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, History, Maximize2, Minimize2, PanelRight } from 'lucide-react'
import type { RefObject } from 'react'
import { isNewEntry } from '../../api/new-entries.ts'
import { useMessages } from '../../i18n/messages.tsx'
import type { SaveStatus } from '../../sync/sync.types.ts'
import { keyNames } from '../../ui/keys/shortcuts.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import type { EntryRights } from '../entry-data/entry-rights.ts'
import { ENTRY_TYPES, isTemplateType } from '../entry-data/entry-types.ts'
import { UseTemplateButton } from '../new-entry/UseTemplateButton.tsx'
import { FollowButton } from '../notifications/FollowButton.tsx'
import { SharePopover } from '../permissions/SharePopover.tsx'
import type { Heading } from '../rendered-text/headings.ts'
import { SaveState } from '../saving/SaveState.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import classes from './EntryHeader.module.css'
import { EntryMenu } from './EntryMenu.tsx'
import { OutlineButton } from './outline/OutlineButton.tsx'
import { outlineMessages } from './outline/outline.messages.ts'
import { FOCUS_KEYS, type FocusMode } from './use-focus-mode.ts'
import type { Rail } from './use-rail.ts'

interface Props {
  entry: Entity
  draft: EntryDraft
  /** The save state of fields other than the texts. */
  fieldStatus: SaveStatus
  showProblems: (() => void) | undefined
  rights: EntryRights
  actions: readonly EntryAction[]
  showsHistory: boolean
  toggleHistory(): void
  historyRef: RefObject<HTMLButtonElement | null>
  rail: Rail
  focusMode: FocusMode
  /** The title has scrolled out of view. */
  isScrolled: boolean
  /** Of a long text, if they are not beside it. */
  headings: readonly Heading[]
}

/** Stays visible while the text scrolls: save state, visibility, actions. */
export function EntryHeader(props: Props) {
  const { entry, draft, fieldStatus, showProblems, rights, actions, showsHistory, toggleHistory, historyRef } = props
  const { rail, focusMode, isScrolled, headings } = props
  const { toTop } = useMessages(outlineMessages)
  const text = useMessages(entryMessages)
  const { toList } = useEntryOfTypeMessages(entry.type)
  const create = actions.find(({ id }) => id === 'new-from')
  // Before it is created it has no history and cannot be shared. The buttons keep their places.
  const isNew = isNewEntry(entry.id)
  return (
    <header className={`${classes.header} no-print`}>
      <Link to={ENTRY_TYPES[entry.type].list} className={classes.back} aria-label={toList}>
        <ArrowLeft size={18} aria-hidden="true" />
      </Link>
      {isScrolled && (
        <button type="button" className={classes.title} title={toTop} onClick={() => window.scrollTo({ top: 0 })}>
          {draft.title}
        </button>
      )}
      <div className={classes.state}>
        <SaveState {...{ draft, fieldStatus, showProblems, isNew }} isReadOnly={rights.isReadOnly} />
      </div>
      <Group gap="2xs" wrap="nowrap" className={classes.actions}>
        {create && (
          <Button
            variant="light"
            size="compact-sm"
            className={`${classes.button} ${classes.create}`}
            aria-label={create.label}
            leftSection={<create.icon size={16} aria-hidden="true" />}
            onClick={create.run}
          >
            <span className={classes.label}>{create.label}</span>
          </Button>
        )}
        {isNew && !isTemplateType(entry.type) && (
          <UseTemplateButton
            makes={entry.type}
            className={`${classes.button} ${classes.create}`}
            labelClassName={classes.label}
          />
        )}
        {headings.length > 0 && <OutlineButton headings={headings} />}
        <SharePopover entry={entry} isReadOnly={rights.isReadOnly} isNew={isNew} />
        <Button
          ref={historyRef}
          variant={showsHistory ? 'light' : 'subtle'}
          color={showsHistory ? undefined : 'gray'}
          size="compact-sm"
          className={classes.button}
          aria-pressed={showsHistory}
          disabled={isNew}
          title={isNew ? text.afterFirstWords : undefined}
          data-tour="history"
          aria-label={text.history}
          leftSection={<History size={16} aria-hidden="true" />}
          onClick={toggleHistory}
        >
          <span className={classes.label}>{text.history}</span>
        </Button>
        {rail.hasRoom && !showsHistory && <RailButton rail={rail} />}
        {!isNew && <FollowButton entry={entry} />}
        {!isNew && <EntryMenu actions={actions} />}
      </Group>
      <FocusButton mode={focusMode} />
    </header>
  )
}

/** Phones show it only in this mode: without it the palette is the way in. */
function FocusButton({ mode: { isOn, toggle, label } }: { mode: FocusMode }) {
  const { focusMode } = useMessages(entryMessages)
  const Icon = isOn ? Minimize2 : Maximize2
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.focus}
      aria-label={focusMode}
      aria-pressed={isOn}
      title={`${label} (${keyNames(FOCUS_KEYS).join(' ')})`}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Moves the details beside the text or below the title. */
function RailButton({ rail }: { rail: Rail }) {
  const { moveDetails } = useMessages(entryMessages)
  const label = moveDetails[rail.isShown ? 'below' : 'beside']
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={rail.toggle}>
      <PanelRight size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
