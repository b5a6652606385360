import type { Entity } from '@aliquot/contract/entities'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { keepField } from '../saving/live-fields.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import { entryTexts } from './entry.text.ts'
import { FIELD_TYPES, type FieldType } from './extra-fields.ts'

/** What the name of a field that is being added is kept as. */
export const NEW_FIELD = 'new-field'

interface Props {
  entry: Entity
  names: readonly string[]
  close(): void
}

/** A new field: its name, its kind, and what that kind needs. */
export function AddField({ entry, names, close }: Props) {
  const text = useTexts(entryTexts)
  const common = useTexts(commonTexts)
  const [name, setName, forgetName] = useKeptInput(entry, NEW_FIELD)
  const [type, setType] = useState<FieldType>('text')
  const [more, setMore] = useState('')
  const isTaken = names.includes(name.trim())

  const leave = () => {
    forgetName()
    close()
  }
  const add = () => {
    const wanted = name.trim()
    if (wanted === '' || isTaken) return
    const field = { type, value: '', position: names.length + 1, ...detailsOf(type, more) }
    keepField(entry.id, `field:${wanted}`, field)
    leave()
  }

  return (
    <form
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <Group align="flex-start" gap="sm" mt="sm">
        <TextInput
          label={text.fieldName}
          value={name}
          error={isTaken && text.fieldExists}
          maxLength={200}
          required
          withAsterisk={false}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={text.fieldType}
          value={type}
          data={FIELD_TYPES.map((value) => ({ value, label: text.types[value] }))}
          onChange={(event) => setType(event.currentTarget.value as FieldType)}
        />
        {(type === 'select' || type === 'number') && (
          <TextInput
            label={type === 'select' ? text.fieldOptions : text.fieldUnits}
            value={more}
            onChange={(event) => setMore(event.currentTarget.value)}
          />
        )}
        <Group gap="xs" mt={24}>
          <Button type="submit" disabled={name.trim() === '' || isTaken}>
            {text.add}
          </Button>
          <Button variant="default" onClick={leave}>
            {common.cancel}
          </Button>
        </Group>
      </Group>
    </form>
  )
}

function detailsOf(type: FieldType, more: string): Record<string, unknown> {
  const parts = more
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (type === 'select') return { options: parts }
  if (type === 'number' && parts.length > 0) return { units: parts, unit: parts[0] }
  return {}
}
