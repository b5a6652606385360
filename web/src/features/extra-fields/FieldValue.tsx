import { Anchor, Checkbox, Group, MultiSelect, NativeSelect, Radio, Text } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { type ExtraField, isWebAddress } from '../entry-data/extra-fields.ts'
import { DateInput } from './DateInput.tsx'
import type { FieldInput } from './FieldRow.tsx'
import fieldClasses from './fields.module.css'
import { EntriesValue, PeopleValue } from './LinkedValues.tsx'
import { TextField } from './TextField.tsx'

interface Props {
  field: ExtraField
  /** The id of the input, for its label. */
  id: string
  isReadOnly: boolean
  /** `isTyped`: more keys may follow. */
  save(value: FieldInput, isTyped?: boolean): void
  saveUnit(unit: string): void
}

/** Types that are edited as text, and their keyboards. */
const TEXT_TYPES: Readonly<Record<string, 'text' | 'email' | 'url'>> = { text: 'text', email: 'email', url: 'url' }
const DATE_TYPES = ['date', 'datetime-local', 'time'] as const

/** The value of a field, read and edited in place. */
export function FieldValue({ field, id, isReadOnly, save, saveUnit }: Props) {
  const text = useMessages(entryMessages)
  const single = Array.isArray(field.value) ? field.value.join(', ') : field.value
  if (field.type === 'checkbox') {
    return (
      <Checkbox
        size="md"
        id={id}
        mt="2xs"
        checked={single === 'on'}
        disabled={isReadOnly}
        onChange={(event) => save(event.currentTarget.checked ? 'on' : '')}
      />
    )
  }
  if (field.type === 'users') return <PeopleValue {...{ field, id, isReadOnly, save }} />
  if (field.type === 'experiments' || field.type === 'items') {
    return <EntriesValue type={field.type} {...{ field, id, isReadOnly, save }} />
  }
  if (isReadOnly) return <ReadValue field={field} text={single} />

  const dateType = DATE_TYPES.find((type) => type === field.type)
  if (dateType)
    return <DateInput id={id} label={field.name} type={dateType} value={single} save={(value) => save(value, true)} />
  if (field.type === 'radio' && !field.isMultiple) return <Buttons field={field} id={id} save={save} />
  if (field.type === 'select' || field.type === 'radio') return <Choice field={field} id={id} save={save} />
  if (field.type === 'number') {
    return (
      <Group gap="2xs" wrap="nowrap">
        <TextField
          id={id}
          width="9rem"
          value={single}
          placeholder={text.noValue}
          inputMode="decimal"
          save={(value) => save(value.replace(',', '.'), true)}
        />
        <Unit field={field} saveUnit={saveUnit} />
      </Group>
    )
  }
  const type = TEXT_TYPES[field.type]
  if (!type) return <ReadValue field={field} text={single} />
  return (
    <Group gap="2xs" wrap="nowrap">
      <TextField
        id={id}
        wraps
        inputMode={type}
        value={single}
        placeholder={text.noValue}
        save={(value) => save(value, true)}
      />
      {type === 'url' && <OpenLink name={field.name} address={single} />}
    </Group>
  )
}

function ReadValue({ field, text: value }: { field: ExtraField; text: string }) {
  const text = useMessages(entryMessages)
  if (value === '') {
    return (
      <Text size="sm" pt="2xs" c="var(--quiet)">
        {text.noValue}
      </Text>
    )
  }
  if (field.type === 'url' && isWebAddress(value)) {
    return (
      <Anchor
        size="sm"
        pt="2xs"
        href={value}
        target="_blank"
        rel="noopener noreferrer"
        style={{ overflowWrap: 'anywhere' }}
      >
        {value}
      </Anchor>
    )
  }
  return (
    <Text size="sm" pt="2xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {field.type === 'number' && field.unit !== '' ? `${value} ${field.unit}` : value}
    </Text>
  )
}

function Choice({ field, id, save }: Pick<Props, 'field' | 'id' | 'save'>) {
  const { value, options } = field
  if (field.isMultiple) {
    const chosen = Array.isArray(value) ? value : [value].filter((one) => one !== '')
    return (
      <MultiSelect
        id={id}
        size="sm"
        variant="unstyled"
        classNames={{ input: fieldClasses.pills, inputField: fieldClasses.search, section: fieldClasses.chevron }}
        data={[...new Set([...options, ...chosen])]}
        value={chosen}
        onChange={(value) => save(value)}
        searchable
      />
    )
  }
  const chosen = Array.isArray(value) ? (value[0] ?? '') : value
  return (
    <NativeSelect
      id={id}
      size="sm"
      variant="unstyled"
      classNames={{ input: fieldClasses.input, section: fieldClasses.section }}
      title={chosen}
      data={['', ...new Set([...options, ...(chosen === '' ? [] : [chosen])])]}
      value={chosen}
      onChange={(event) => save(event.currentTarget.value)}
    />
  )
}

function Buttons({ field, id, save }: Pick<Props, 'field' | 'id' | 'save'>) {
  const value = Array.isArray(field.value) ? (field.value[0] ?? '') : field.value
  const options = [...new Set([...field.options, ...(value === '' ? [] : [value])])]
  return (
    <Radio.Group id={id} aria-label={field.name} value={value} onChange={(chosen) => save(chosen)}>
      <Group gap="md" mt="2xs">
        {options.map((option) => (
          <Radio key={option} value={option} label={option} size="sm" />
        ))}
      </Group>
    </Radio.Group>
  )
}

function Unit({ field, saveUnit }: Pick<Props, 'field' | 'saveUnit'>) {
  const text = useMessages(entryMessages)
  if (field.units.length < 2) {
    return (
      <Text size="sm" c="var(--quiet)">
        {field.unit || field.units[0]}
      </Text>
    )
  }
  return (
    <NativeSelect
      aria-label={text.unitOf(field.name)}
      w="6rem"
      size="sm"
      variant="unstyled"
      classNames={{ input: fieldClasses.input, section: fieldClasses.section }}
      data={[...new Set([...field.units, ...(field.unit === '' ? [] : [field.unit])])]}
      value={field.unit === '' ? field.units[0] : field.unit}
      onChange={(event) => saveUnit(event.currentTarget.value)}
    />
  )
}

function OpenLink({ name, address }: { name: string; address: string }) {
  const text = useMessages(entryMessages)
  if (!isWebAddress(address)) return null
  return (
    <Anchor
      className="no-print"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={text.openLink(name)}
      p="2xs"
    >
      <ExternalLink size={16} aria-hidden="true" />
    </Anchor>
  )
}
