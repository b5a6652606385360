import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { useDescribeProblem } from '../../i18n/problem.ts'
import { finishWork } from '../../sync/leaving.ts'
import type { ConflictChoice, SaveStatus } from '../../sync/sync.types.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useTypingPause } from '../session/typing-pause.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { joinStatus } from './save-status.ts'
import { savingMessages } from './saving.messages.ts'
import { type EntryDraft, useSaving } from './use-entry-draft.ts'

interface Props {
  draft: EntryDraft
  /** The save state of fields other than the texts. */
  fieldStatus: SaveStatus
  isReadOnly: boolean
  /** The first change creates the entry. */
  isNew: boolean
  /** Scrolls to the changes that wait for the person; undefined if there are none. */
  showProblems: (() => void) | undefined
}

/** The save state of an entry in a word, and the way out of a conflict. */
export function SaveState({ draft, fieldStatus, isReadOnly, isNew, showProblems }: Props) {
  const text = useMessages(savingMessages)
  const { status: textStatus, conflict } = useSaving(draft)
  const status = joinStatus(textStatus, fieldStatus)
  const words = useWords(status, { isReadOnly, isNew })
  // A phone has one line for it. The banner says the rest.
  const isShort = useIsPhone() && status.state === 'offline' && !status.isOnlyHere
  const { show } = useToasts()
  useSaveKey(words, status.state === 'saved' && status.at !== undefined && !isReadOnly)
  const hasConflict = conflict !== undefined
  const [isPutOff, setPutOff] = useState(false)
  // Only this conflict was postponed; the next one asks again.
  if (isPutOff && !hasConflict) setPutOff(false)
  // The dialog takes the focus, so it waits until a typing person pauses.
  const isAsking = useTypingPause(hasConflict && !isPutOff)
  const choose = (choice: ConflictChoice) => {
    const mine = draft.resolveConflict(choice)
    if (choice === 'theirs') show({ message: text.tookTheirs, undo: () => draft.replace(mine) })
  }
  const discard = () => {
    const mine = draft.giveUp()
    show({ message: text.discarded, undo: () => draft.replace(mine) })
  }
  return (
    <Group gap="xs" wrap="nowrap" className="no-print">
      <Text
        role="status"
        size="sm"
        c={colourOf(status)}
        data-save-state={status.state}
        data-short={isShort || undefined}
      >
        {isShort ? text.offlineShort : words}
      </Text>
      {hasConflict && isPutOff && (
        <Button flex="none" size="compact-sm" onClick={() => setPutOff(false)}>
          {text.decide}
        </Button>
      )}
      {/* A person who may no longer change the entry can only discard the text. */}
      {isReadOnly && textStatus.state === 'error' && (
        <Button flex="none" size="compact-sm" variant="default" onClick={discard}>
          {text.discard}
        </Button>
      )}
      {!hasConflict && showProblems && (
        <Button flex="none" size="compact-sm" onClick={showProblems}>
          {text.show}
        </Button>
      )}
      {hasConflict && isAsking && <ConflictDialog draft={draft} onChoose={choose} onClose={() => setPutOff(true)} />}
    </Group>
  )
}

/** The key by which people save elsewhere. Everything is saved anyway: this does it at once, and says so. */
function useSaveKey(words: string, wasSaved: boolean): void {
  const text = useMessages(savingMessages)
  const { show } = useToasts()
  const latest = useRef({ words, wasSaved })
  latest.current = { words, wasSaved }
  const saveNow = async () => {
    await finishWork()
    // After the components that show the state.
    await new Promise((resolve) => setTimeout(resolve))
    const { words, wasSaved } = latest.current
    show({ message: wasSaved ? text.saved : words })
  }
  useShortcuts({ 'mod+s': { label: text.saveNow, whileTyping: true, run: () => void saveNow() } }, text.writing)
}

function colourOf(status: SaveStatus): string {
  const { state } = status
  const needsCare = state === 'error' || state === 'conflict' || (state === 'offline' && status.isOnlyHere)
  return needsCare ? 'var(--mantine-color-error)' : 'var(--quiet)'
}

/** A person who only reads has saved nothing. */
function useWords(status: SaveStatus, { isReadOnly, isNew }: Pick<Props, 'isReadOnly' | 'isNew'>): string {
  const text = useMessages(savingMessages)
  const told = useStatusWords(status)
  if (status.state !== 'saved') return told
  if (isReadOnly) return text.readOnly
  return isNew ? text.notBegun : told
}

function useStatusWords(status: SaveStatus): string {
  const text = useMessages(savingMessages)
  const describe = useDescribeProblem()
  const { language } = useLanguage()
  const locale = localeOf(language)
  // In advance, because creating the format takes longer than a key may wait.
  useEffect(() => void clockOf(locale), [locale])
  if (status.state === 'error') return text.notSaved(describe(status).message)
  if (status.state === 'offline' && status.isOnlyHere) return text.onlyHere
  if (status.state !== 'saved') return text[status.state]
  if (status.at === undefined) return text.saved
  return text.savedAt(clockOf(locale).format(status.at))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(locale: string): Intl.DateTimeFormat {
  const known = clocks.get(locale)
  if (known) return known
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  clocks.set(locale, clock)
  return clock
}
