import { REASON_LIMIT } from '@aliquot/contract/limits'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answerReason } from '../../api/reasons.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useLength } from '../../ui/fields/use-length.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { reasonMessages } from './reason.messages.ts'

/** Asks for the reason of a change: the team requires one, or the person wants to give one. */
export function ReasonDialog() {
  useFocusReturn()
  const text = useMessages(reasonMessages)
  const common = useMessages(commonMessages)
  const [reason, setReason] = useState('')
  const length = useLength(reason, REASON_LIMIT)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '' && !length.isTooLong) answerReason(reason.trim())
  }
  const cancel = () => answerReason(undefined)
  return (
    <Modal opened onClose={cancel} withCloseButton={false} centered title={text.title} zIndex={300}>
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            label={text.reason}
            description={text.hint}
            name="reason"
            autosize
            minRows={2}
            {...(length.isTooLong && length.props)}
            required
            withAsterisk={false}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {common.cancel}
            </Button>
            <Button type="submit">{common.save}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
