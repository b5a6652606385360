import type { Entity } from '@aliquot/contract/entities'
import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { keepField } from '../saving/live-fields.ts'
import { jsonMessages } from './json.messages.ts'
import { readMetadata } from './read-metadata.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
  close(): void
}

/** The metadata of an entry as JSON, to copy fields from one entry to another or to change many at once. */
export function JsonDialog({ entry, isReadOnly, close }: Props) {
  useFocusReturn()
  const text = useMessages(jsonMessages)
  const common = useMessages(commonMessages)
  const { show } = useToasts()
  const now = entry.metadata_decoded
  const [before] = useState(() => written(now))
  const [json, setJson] = useState(before)
  const [problem, setProblem] = useState<string>()
  const isChanged = json !== before
  const leave = () => {
    if (isChanged) return
    close()
  }
  const save = () => {
    const read = readMetadata(json)
    if (read.kind === 'not-json') return setProblem(text.notJson(read.mistake))
    if (read.kind === 'not-object') return setProblem(text.notObject)
    if (isChanged) {
      keepField(entry.id, 'metadata', read.metadata)
      show({ message: text.saved, undo: () => keepField(entry.id, 'metadata', now) })
    }
    close()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isReadOnly) save()
  }
  return (
    <Modal
      opened
      // A stray click or Esc loses nothing that was typed.
      onClose={leave}
      withCloseButton={false}
      title={text.title}
      size="xl"
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {!isReadOnly && written(now) !== before && <Alert color="yellow">{text.changedMeanwhile}</Alert>}
        <Textarea
          aria-label={text.title}
          value={json}
          readOnly={isReadOnly}
          error={problem}
          data-autofocus
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => {
            setJson(event.currentTarget.value)
            setProblem(undefined)
          }}
          onKeyDown={saveByKey}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {isReadOnly ? common.close : common.cancel}
          </Button>
          {!isReadOnly && <Button onClick={save}>{common.save}</Button>}
        </Group>
      </Stack>
    </Modal>
  )
}

function written(metadata: unknown): string {
  return JSON.stringify(metadata ?? {}, null, 2)
}
