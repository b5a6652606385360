import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Button, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { keepField, WHILE_TYPING } from '../saving/live-fields.ts'
import { useHasKeptInput } from '../saving/use-kept-input.ts'
import { AddField, NEW_FIELD } from './AddField.tsx'
import classes from './ExtraFields.module.css'
import { entryTexts } from './entry.text.ts'
import { type ExtraField, metadataField, readExtraFields } from './extra-fields.ts'
import { FieldValue } from './FieldValue.tsx'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** Fields of this entry's own: a name, and a value of some kind. */
export function ExtraFields({ entry, isReadOnly }: Props) {
  const text = useTexts(entryTexts)
  const [isAdding, setAdding] = useState(false)
  // Somebody was naming a field when the page was closed.
  useHasKeptInput(entry.id, NEW_FIELD, () => setAdding(true))
  const fields = readExtraFields(entry.metadata_decoded)
  if (fields.length === 0 && isReadOnly) return null
  return (
    <section className={classes.section} aria-label={text.fields}>
      {fields.length > 0 && (
        <ul className={classes.list}>
          {fields.map((field) => (
            <FieldRow key={field.name} entry={entry} field={field} isReadOnly={isReadOnly} />
          ))}
        </ul>
      )}
      {isAdding && <AddField entry={entry} names={fields.map(({ name }) => name)} close={() => setAdding(false)} />}
      {!isAdding && !isReadOnly && (
        <Button
          className={`${classes.add} no-print`}
          variant="subtle"
          color="gray"
          c="var(--quiet)"
          size="compact-sm"
          fw={500}
          leftSection={<Plus size={16} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {text.addField}
        </Button>
      )}
    </section>
  )
}

function FieldRow({ entry, field, isReadOnly }: Props & { field: ExtraField }) {
  const text = useTexts(entryTexts)
  const id = useId()
  const remove = useRemoveField(entry)
  const isFixed = isReadOnly || field.isFixed
  const save = (value: string | string[], isTyped = false) =>
    keepField(entry.id, `value:${field.name}`, value, isTyped ? WHILE_TYPING : 0)
  const saveUnit = (unit: string) => keepField(entry.id, `unit:${field.name}`, unit)

  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Text component={isFixed ? 'span' : 'label'} htmlFor={isFixed ? undefined : id} size="sm" c="var(--quiet)">
          {field.name}
        </Text>
        {field.description !== '' && (
          <Text size="xs" c="var(--quiet)">
            {field.description}
          </Text>
        )}
      </div>
      <div className={classes.value}>
        <FieldValue field={field} id={id} isReadOnly={isFixed} save={save} saveUnit={saveUnit} />
      </div>
      {!isReadOnly && (
        <div className={classes.tools}>
          <ActionIcon
            className={`${classes.remove} no-print`}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={text.removeField(field.name)}
            onClick={() => remove(field.name)}
          >
            <X size={14} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}

/** Takes a field away; undo puts it back with its value. */
function useRemoveField(entry: Entity) {
  const text = useTexts(entryTexts)
  const { show } = useToasts()
  return (name: string) => {
    const removed = metadataField(entry.metadata_decoded, name)
    keepField(entry.id, `field:${name}`, null)
    show({ message: text.fieldRemoved(name), undo: () => keepField(entry.id, `field:${name}`, removed ?? {}) })
  }
}
