import type { Entity } from '@aliquot/contract/entities'
import { Autocomplete, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import {
  type ExtraField,
  FIELD_TYPES,
  metadataField,
  readExtraFields,
  readGroups,
  redefineField,
  withGroup,
  withMetadataField,
} from '../entry-data/extra-fields.ts'
import { keepField } from '../saving/live-fields.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import { fieldFormMessages } from './field-form.messages.ts'

/** The storage key of a new field's name; its other inputs are stored beside it. */
export const NEW_FIELD = 'new-field'

interface Props {
  entry: Entity
  /** Undefined for a new one. */
  field?: ExtraField
  close(): void
}

/** The definition of a field: name, type, options and group. */
export function FieldForm({ entry, field, close }: Props) {
  const text = useMessages(entryMessages)
  const common = useMessages(commonMessages)
  const { moreOptions } = useMessages(fieldFormMessages)
  const metadata = entry.metadata_decoded
  const names = readExtraFields(metadata).map((one) => one.name)
  const groups = readGroups(metadata)
  const kept = field ? `field ${field.name}` : NEW_FIELD
  const choices = field?.type === 'number' ? field.units : field?.options
  const groupName = groups.find(({ id }) => id === field?.group)?.name
  const [name, setName, forgetName] = useKeptInput(entry, kept, field?.name)
  const [keptType, setType, forgetType] = useKeptInput(entry, `${kept} type`, field?.type ?? 'text')
  const [more, setMore, forgetMore] = useKeptInput(entry, `${kept} more`, choices?.join(', '))
  const [group, setGroup, forgetGroup] = useKeptInput(entry, `${kept} group`, groupName)
  const [description, setDescription, forgetDescription] = useKeptInput(entry, `${kept} about`, field?.description)
  // Two closed pages may have left one each.
  const [type = ''] = keptType.split('\n')
  const [flags, setFlags] = useState({
    required: field?.isRequired ?? false,
    readonly: field?.isFixed ?? false,
    allow_multi_values: field?.isMultiple ?? false,
    blank_value_on_duplicate: field?.isBlankInCopies ?? false,
  })
  const [isMoreAsked, setMoreAsked] = useState(false)
  const [isMoreSet, setMoreSet] = useState(Object.values(flags).includes(true))
  // Once: a field that is emptied stays where it is. Restored words come after the first drawing.
  if (!isMoreSet && (group !== '' || description !== '')) setMoreSet(true)
  const showsMore = isMoreAsked || isMoreSet
  const wanted = name.trim()
  const isTaken = wanted !== field?.name && names.includes(wanted)
  const isDone = wanted !== '' && !isTaken
  const types = FIELD_TYPES.some((one) => one === type) ? FIELD_TYPES : [...FIELD_TYPES, type]

  const leave = () => {
    for (const forget of [forgetName, forgetType, forgetMore, forgetGroup, forgetDescription]) forget()
    close()
  }
  const save = () => {
    if (!isDone) return
    const placed = group.trim() === '' ? undefined : withGroup(metadata, group.trim())
    const known = field && metadataField(metadata, field.name)
    const definition = {
      ...(known ?? { value: '', position: names.length + 1 }),
      type,
      description: description.trim(),
      group_id: placed?.group ?? -1,
      ...flags,
      ...detailsOf(type, more, field?.unit),
    }
    const lean = Object.fromEntries(Object.entries(definition).filter(([key, value]) => isTold(key, value, known)))
    if (field) keepField(entry.id, 'metadata', redefineField(placed?.metadata ?? metadata, field.name, wanted, lean))
    else if (placed) keepField(entry.id, 'metadata', withMetadataField(placed.metadata, wanted, lean))
    else keepField(entry.id, `field:${wanted}`, lean)
    leave()
  }
  const flag = (key: keyof typeof flags, label: string) => (
    <Checkbox
      size="md"
      label={label}
      checked={flags[key]}
      onChange={(event) => setFlags({ ...flags, [key]: event.currentTarget.checked })}
    />
  )

  return (
    <form
      className="no-print"
      aria-label={field ? text.changeField(field.name) : text.addField}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <Stack gap="sm" my="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            label={text.fieldName}
            value={name}
            error={isTaken && text.fieldExists}
            required
            withAsterisk={false}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={text.fieldType}
            value={type}
            data={types.map((value) => ({ value, label: text.types[value as keyof typeof text.types] ?? value }))}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          {(isChoice(type) || type === 'number') && (
            <TextInput
              label={isChoice(type) ? text.fieldOptions : text.fieldUnits}
              value={more}
              onChange={(event) => setMore(event.currentTarget.value)}
            />
          )}
          {showsMore && (
            <>
              <Autocomplete
                label={text.fieldGroup}
                placeholder={text.noGroup}
                value={group}
                data={[...new Set(groups.map((one) => one.name))].filter((one) => one !== '')}
                comboboxProps={{ withinPortal: false }}
                autoFocus={isMoreAsked}
                onChange={setGroup}
              />
              <TextInput
                label={text.fieldDescription}
                value={description}
                onChange={(event) => setDescription(event.currentTarget.value)}
              />
            </>
          )}
        </Group>
        {showsMore && (
          <Group gap="md">
            {flag('required', text.fieldRequired)}
            {flag('readonly', text.fieldFixed)}
            {MULTIPLE.includes(type) && flag('allow_multi_values', text.fieldMultiple)}
            {flag('blank_value_on_duplicate', text.fieldBlank)}
          </Group>
        )}
        <Group justify="flex-end" gap="xs">
          {!showsMore && (
            <Button variant="subtle" me="auto" aria-expanded={false} onClick={() => setMoreAsked(true)}>
              {moreOptions}
            </Button>
          )}
          <Button variant="default" onClick={leave}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={!isDone}>
            {field ? common.save : text.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Types that can hold several values. */
const MULTIPLE: readonly string[] = ['select', 'radio', 'users', 'experiments', 'items']

function isChoice(type: string): boolean {
  return type === 'select' || type === 'radio'
}

/** Defaults are not stored, unless they were before. */
function isTold(key: string, value: unknown, known: Record<string, unknown> | undefined): boolean {
  if (key === 'value' || key === 'type' || (known && Object.hasOwn(known, key))) return true
  return value !== false && value !== '' && value !== -1
}

function detailsOf(type: string, more: string, unit = ''): Record<string, unknown> {
  const parts = more
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (isChoice(type)) return { options: parts }
  if (type === 'number' && parts.length > 0) return { units: parts, unit: parts.includes(unit) ? unit : parts[0] }
  return {}
}
