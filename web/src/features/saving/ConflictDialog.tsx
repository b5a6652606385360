import { Button, Group, Modal, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { plainText } from './plain-text.ts'
import { savingTexts } from './saving.text.ts'
import type { Conflict, ConflictChoice, Texts } from './saving.types.ts'

interface Props {
  conflict: Conflict
  onChoose(choice: ConflictChoice): void
  onClose(): void
}

/** Both versions side by side; whatever is chosen, nothing goes before it is. */
export function ConflictDialog({ conflict, onChoose, onClose }: Props) {
  const text = useTexts(savingTexts)
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
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Side heading={text.mine} texts={conflict.mine} />
          <Side heading={text.theirs} texts={conflict.theirs} />
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

function Side({ heading, texts }: { heading: string; texts: Texts }) {
  return (
    <Textarea
      label={heading}
      value={`${texts.title}\n\n${plainText(texts.body)}`}
      readOnly
      autosize
      minRows={6}
      maxRows={18}
    />
  )
}
