import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Button, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { AddField } from './AddField.tsx'
import classes from './ExtraFields.module.css'
import { isObject, useEditMetadata, usePatchEntry } from './entry.queries.ts'
import { entryTexts } from './entry.text.ts'
import { type ExtraField, readExtraFields } from './extra-fields.ts'
import { FieldValue } from './FieldValue.tsx'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** Fields of this entry's own: a name, and a value of some kind. */
export function ExtraFields({ entry, isReadOnly }: Props) {
  const text = useTexts(entryTexts)
  const [isAdding, setAdding] = useState(false)
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
  const { mutate } = usePatchEntry(entry.id)
  const { mutate: editMetadata } = useEditMetadata(entry.id)
  const remove = useRemoveField(entry)
  const isFixed = isReadOnly || field.isFixed

  const save = (value: string | string[]) => {
    const preview = { metadata_decoded: withField(entry.metadata_decoded, field.name, { value }) }
    // A field may be called like the key that names the action; the merge has no such key.
    const change =
      field.name === 'action'
        ? { metadatamerge: { extra_fields: { action: { value } } } }
        : { ...{ [field.name]: value }, action: 'updatemetadatafield' as const }
    mutate({ change, preview })
  }
  const saveUnit = (unit: string) => editMetadata((metadata) => withField(metadata, field.name, { unit }))

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
  const { mutateAsync } = useEditMetadata(entry.id)
  return (name: string) => {
    let removed: unknown
    const take = mutateAsync((metadata) => {
      const { [name]: gone, ...rest } = isObject(metadata.extra_fields) ? metadata.extra_fields : {}
      removed = gone
      return { ...metadata, extra_fields: rest }
    })
    const undo = async () => {
      await mutateAsync((metadata) => withField(metadata, name, isObject(removed) ? removed : {}))
    }
    take.then(
      () => show({ message: text.fieldRemoved(name), undo }),
      () => {},
    )
  }
}

function withField(metadata: unknown, name: string, change: Record<string, unknown>): Record<string, unknown> {
  const whole = isObject(metadata) ? metadata : {}
  const fields = isObject(whole.extra_fields) ? whole.extra_fields : {}
  const field = Object.hasOwn(fields, name) && isObject(fields[name]) ? fields[name] : {}
  return { ...whole, extra_fields: { ...fields, [name]: { ...field, ...change } } }
}
