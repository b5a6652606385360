import type { Entity } from '@aliquot/contract/entities'
import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { type FieldGroup, groupFields, renameGroup } from '../entry-data/extra-fields.ts'
import { keepField } from '../saving/live-fields.ts'
import { useHasKeptInput } from '../saving/use-kept-input.ts'
import classes from './ExtraFields.module.css'
import { FieldForm, NEW_FIELD } from './FieldForm.tsx'
import { FieldRow } from './FieldRow.tsx'
import { TextField } from './TextField.tsx'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** The extra fields of an entry, in their groups. */
export function ExtraFields({ entry, isReadOnly }: Props) {
  const text = useMessages(entryMessages)
  const [isAdding, setAdding] = useState(false)
  // Somebody was naming a field when the page was closed.
  useHasKeptInput(entry.id, NEW_FIELD, () => setAdding(true))
  const groups = groupFields(entry.metadata_decoded)
  if (groups.length === 0 && isReadOnly) return null
  return (
    <section className={classes.section} aria-label={text.fields}>
      {groups.map(({ group, fields }) => (
        <div key={group?.id ?? 0} className={classes.group}>
          {group && <GroupName entry={entry} group={group} isReadOnly={isReadOnly} />}
          <ul className={classes.list} aria-label={group?.name}>
            {fields.map((field, index) => (
              <FieldRow
                key={field.name}
                entry={entry}
                field={field}
                isReadOnly={isReadOnly}
                isFirst={index === 0}
                isLast={index === fields.length - 1}
              />
            ))}
          </ul>
        </div>
      ))}
      {isAdding && <FieldForm entry={entry} close={() => setAdding(false)} />}
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

/** The name of a group, edited in place. */
function GroupName({ entry, group, isReadOnly }: Props & { group: FieldGroup }) {
  const text = useMessages(entryMessages)
  if (isReadOnly) return <h2 className={classes.groupName}>{group.name}</h2>
  const save = (name: string) => {
    if (name.trim() === '') return
    keepField(entry.id, 'metadata', renameGroup(entry.metadata_decoded, group.id, name.trim()), 800)
  }
  return (
    <h2 className={classes.groupName}>
      <TextField id={`group-${group.id}`} label={text.groupName(group.name)} value={group.name} save={save} />
    </h2>
  )
}
