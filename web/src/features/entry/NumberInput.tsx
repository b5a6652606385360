import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Group } from '@mantine/core'
import { ListOrdered } from 'lucide-react'
import { useId } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { usePatchEntry } from '../entry-data/entry.queries.ts'
import { TextField } from '../extra-fields/TextField.tsx'
import { flushFields, keepField } from '../saving/live-fields.ts'

const NUMBER = /^[1-9]\d{0,8}$/

/** The custom id. It is unique within a category, and the next free one is a click away. */
export function NumberInput({ entry }: { entry: Entity }) {
  const text = useMessages(entryMessages)
  const id = useId()
  const { mutate, isPending } = usePatchEntry(entry)
  const save = (typed: string) => {
    const digits = typed.trim()
    if (digits === '') keepField(entry.id, 'custom_id', null)
    else if (NUMBER.test(digits)) keepField(entry.id, 'custom_id', Number(digits), 800)
  }
  return (
    <Group gap="2xs" wrap="nowrap">
      <TextField
        id={id}
        label={text.custom_id}
        width="5.5rem"
        inputMode="numeric"
        placeholder={text.noNumber}
        value={entry.custom_id === null ? '' : String(entry.custom_id)}
        problemOf={(typed) => (/^\s*$/.test(typed) || NUMBER.test(typed.trim()) ? undefined : text.numberProblem)}
        save={save}
      />
      {entry.category !== null && entry.custom_id === null && (
        <ActionIcon
          className="no-print"
          variant="subtle"
          color="gray"
          size={28}
          loading={isPending}
          aria-label={text.nextNumber}
          title={text.nextNumber}
          onClick={() => void flushFields(entry.id).then(() => mutate({ change: { action: 'setnextcustomid' } }))}
        >
          <ListOrdered size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </Group>
  )
}
