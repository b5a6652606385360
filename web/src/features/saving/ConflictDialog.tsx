import { Button, Group, Modal, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { ConflictChoice, Texts } from '../../sync/sync.types.ts'
import { Scrolled } from '../../ui/layout/Scrolled.tsx'
import { plainText } from '../../ui/words/plain-text.ts'
import { type DiffPart, diffWords } from '../../ui/words/word-diff.ts'
import classes from './ConflictDialog.module.css'
import { savingMessages } from './saving.messages.ts'
import { type EntryDraft, useSaving } from './use-entry-draft.ts'

interface Props {
  draft: EntryDraft
  onChoose(choice: ConflictChoice): void
  onClose(): void
}

/** Both versions side by side with their differences; nothing is lost before the person chooses. */
export function ConflictDialog({ draft, onChoose, onClose }: Props) {
  const text = useMessages(savingMessages)
  const saving = useSaving(draft)
  // Read again when it opens, because people go on writing after they have postponed it.
  const conflict = useMemo(() => draft.readConflict(), [saving.conflict])
  const parts = useMemo(() => (conflict ? diffWords(wordsOf(conflict.theirs), wordsOf(conflict.mine)) : []), [conflict])
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.conflictTitle}
      size="80rem"
      closeButtonProps={{ 'aria-label': text.later }}
    >
      <Stack>
        <Text>{text.conflictHint}</Text>
        {parts.every(({ kind }) => kind === 'same') && <Text>{text.sameWords}</Text>}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Side heading={text.mine} only={text.onlyMine} parts={parts.filter(({ kind }) => kind !== 'removed')} />
          <Side heading={text.theirs} only={text.onlyTheirs} parts={parts.filter(({ kind }) => kind !== 'added')} />
        </SimpleGrid>
        <Group>
          <Button data-autofocus onClick={() => onChoose('both')}>
            {text.keepBoth}
          </Button>
          <Button variant="default" onClick={() => onChoose('mine')}>
            {text.keepMine}
          </Button>
          <Button variant="default" onClick={() => onChoose('theirs')}>
            {text.keepTheirs}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {text.later}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function wordsOf({ title, body }: Texts): string {
  return `${title}\n\n${plainText(body)}`
}

function Side({ heading, only, parts }: { heading: string; only: string; parts: readonly DiffPart[] }) {
  return (
    <div>
      <Text size="sm" fw={500} mb="2xs">
        {heading}
      </Text>
      <Scrolled className={classes.text} label={heading}>
        {parts.map(({ kind, text }, index) =>
          kind === 'same' ? (
            <span key={index}>{text}</span>
          ) : (
            <mark key={index}>
              <VisuallyHidden>{only}: </VisuallyHidden>
              {text}
            </mark>
          ),
        )}
      </Scrolled>
    </div>
  )
}
