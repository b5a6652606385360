import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/text.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { savingTexts } from './saving.text.ts'
import type { SaveStatus } from './saving.types.ts'
import type { EntryDraft } from './use-entry-draft.ts'

/** Where the text stands, in a word; and the way out when there are two versions. */
export function SaveState({ draft }: { draft: EntryDraft }) {
  const text = useTexts(savingTexts)
  const { language } = useLanguage()
  const [isPutOff, setPutOff] = useState(false)
  return (
    <Group gap="xs" wrap="nowrap" className="no-print">
      <Text role="status" size="sm" c={colourOf(draft.status)} data-save-state={draft.status.state}>
        {describeStatus(draft.status, text, language)}
      </Text>
      {draft.conflict && isPutOff && (
        <Button size="compact-sm" onClick={() => setPutOff(false)}>
          {text.decide}
        </Button>
      )}
      {draft.conflict && !isPutOff && (
        <ConflictDialog conflict={draft.conflict} onChoose={draft.resolveConflict} onClose={() => setPutOff(true)} />
      )}
    </Group>
  )
}

function colourOf({ state }: SaveStatus): string {
  return state === 'error' || state === 'conflict' ? 'var(--mantine-color-error)' : 'var(--quiet)'
}

type SavingTexts = (typeof savingTexts)['en']

function describeStatus(status: SaveStatus, text: SavingTexts, language: string): string {
  if (status.state === 'error') return text.notSaved(status.message)
  if (status.state !== 'saved') return text[status.state]
  if (status.at === undefined) return text.saved
  return text.savedAt(
    new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit' }).format(status.at),
  )
}

/** `en-GB` rather than `en`, where the browser says so: it decides about a clock of 12 or 24 hours. */
function localeOf(language: string): string {
  return navigator.languages.find((locale) => locale.startsWith(language)) ?? language
}
