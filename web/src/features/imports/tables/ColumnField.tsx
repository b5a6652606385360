import { TABLE_FIELD_TYPES, type TableColumn } from '@aliquot/contract/import-tables'
import { isTooLong, NAME_LIMIT } from '@aliquot/contract/limits'
import { Button, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useLength } from '../../../ui/fields/use-length.ts'
import { entryMessages } from '../../entry-data/entry.messages.ts'
import classes from './ColumnRow.module.css'
import { tableMessages } from './table.messages.ts'
import type { Details } from './table-choices.ts'

type Field = NonNullable<TableColumn['field']>

interface Props {
  /** Name of the column. */
  title: string
  field: Field
  set(details: Details): void
}

/** The extra field that a column becomes: in a line, and to be changed. */
export function ColumnField({ title, field, set }: Props) {
  const text = useMessages(tableMessages)
  const { types } = useMessages(entryMessages)
  const [isOpen, setOpen] = useState(false)
  const form = useId()
  const facts = [field.name, types[field.type], field.unit, field.group].filter(Boolean)
  return (
    <div className={classes.field}>
      <UnstyledButton
        className={classes.summary}
        aria-expanded={isOpen}
        aria-controls={form}
        aria-label={`${text.change(title)}: ${facts.join(', ')}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Text span size="sm" className={classes.facts}>
          {facts.join(' · ')}
        </Text>
        <Pencil size={14} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <FieldDetails id={form} title={title} field={field} set={set} close={() => setOpen(false)} />}
    </div>
  )
}

function FieldDetails({ id, title, field, set, close }: Props & { id: string; close(): void }) {
  const text = useMessages(tableMessages)
  const { types } = useMessages(entryMessages)
  const [typed, setTyped] = useState({ name: field.name, unit: field.unit ?? '', group: field.group ?? '' })
  const isOverlong = Object.values(typed).some((one) => isTooLong(one.trim(), NAME_LIMIT))
  /** Once a field is left, so that the service does not look at each letter. */
  const save = () => {
    const name = typed.name.trim() || field.name
    const unit = typed.unit.trim() || null
    const group = typed.group.trim() || null
    if (isOverlong) return
    if (name !== field.name || unit !== field.unit || group !== field.group) set({ name, unit, group })
  }
  const line = (key: keyof typeof typed, label: string) => (
    <Line label={label} value={typed[key]} change={(value) => setTyped({ ...typed, [key]: value })} save={save} />
  )
  return (
    <form
      id={id}
      className={classes.details}
      aria-label={text.fieldOf(title)}
      onSubmit={(event) => {
        event.preventDefault()
        save()
        if (!isOverlong) close()
      }}
    >
      {line('name', text.fieldName)}
      <NativeSelect
        label={text.fieldType}
        value={field.type}
        data={TABLE_FIELD_TYPES.map((value) => ({ value, label: types[value] }))}
        onChange={({ currentTarget }) => {
          const type = TABLE_FIELD_TYPES.find((value) => value === currentTarget.value)
          if (type) set({ type })
        }}
      />
      {field.type === 'number' && line('unit', text.fieldUnit)}
      {line('group', text.fieldGroup)}
      <Button type="submit" variant="default">
        {text.done}
      </Button>
    </form>
  )
}

interface LineProps {
  label: string
  value: string
  change(value: string): void
  save(): void
}

function Line({ label, value, change, save }: LineProps) {
  const { props } = useLength(value, NAME_LIMIT)
  return (
    <TextInput
      {...props}
      label={label}
      value={value}
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={save}
    />
  )
}
