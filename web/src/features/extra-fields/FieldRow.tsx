import type { Entity } from '@aliquot/contract/entities'
import { Menu, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, type LucideIcon, Settings2, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { type ExtraField, isMissing, metadataField, moveField } from '../entry-data/extra-fields.ts'
import { keepField, WHILE_TYPING } from '../saving/live-fields.ts'
import classes from './ExtraFields.module.css'
import { FieldForm } from './FieldForm.tsx'
import { FieldValue } from './FieldValue.tsx'

interface Props {
  entry: Entity
  field: ExtraField
  isReadOnly: boolean
  isFirst: boolean
  isLast: boolean
}

/** One field with its name, value and actions. Alt with an arrow key moves it. */
export function FieldRow({ entry, field, isReadOnly, isFirst, isLast }: Props) {
  const text = useMessages(entryMessages)
  const id = useId()
  const [isChanging, setChanging] = useState(false)
  const remove = useRemoveField(entry)
  const isFixed = isReadOnly || field.isFixed
  const isEmpty = isMissing(field)
  const save = (value: FieldInput, isTyped = false) =>
    keepField(entry.id, `value:${field.name}`, value, isTyped ? WHILE_TYPING : 0)
  const saveUnit = (unit: string) => keepField(entry.id, `unit:${field.name}`, unit)
  const move = (by: 1 | -1) => keepField(entry.id, 'metadata', moveField(entry.metadata_decoded, field.name, by))
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
    if (by === undefined || isReadOnly) return
    event.preventDefault()
    move(by)
  }

  if (isChanging) {
    return (
      <li>
        <FieldForm entry={entry} field={field} close={() => setChanging(false)} />
      </li>
    )
  }
  return (
    <li className={classes.row} data-missing={isEmpty || undefined} data-room={roomFor(field)} onKeyDown={press}>
      <div className={classes.name}>
        <Text component={isFixed ? 'span' : 'label'} htmlFor={isFixed ? undefined : id} size="sm" c="var(--quiet)">
          {field.name}
          {field.isRequired && (
            <span className={classes.required} title={text.required}>
              <span aria-hidden="true"> *</span>
              <span className={classes.spoken}> ({text.required})</span>
            </span>
          )}
        </Text>
        {field.description !== '' && (
          <Text size="xs" c="var(--quiet)">
            {field.description}
          </Text>
        )}
      </div>
      <div className={classes.value}>
        <FieldValue field={field} id={id} isReadOnly={isFixed} save={save} saveUnit={saveUnit} />
        {isEmpty && (
          <Text size="xs" c="var(--mantine-color-error)">
            {text.pleaseFill}
          </Text>
        )}
      </div>
      {!isReadOnly && (
        <MoreMenu label={text.fieldMenu(field.name)} size={32}>
          {!isFirst && <Action icon={ArrowUp} label={text.moveUp(field.name)} run={() => move(-1)} />}
          {!isLast && <Action icon={ArrowDown} label={text.moveDown(field.name)} run={() => move(1)} />}
          <Action icon={Settings2} label={text.changeField(field.name)} run={() => setChanging(true)} />
          <Action icon={X} label={text.removeField(field.name)} run={() => remove(field.name)} />
        </MoreMenu>
      )}
    </li>
  )
}

/** As many letters of a choice fit beside its name: in a narrow column, and in a wide one. */
const LETTERS = { narrow: 12, wide: 26 }

/** The room that its value needs beside the text of an entry. A list of choices has one line only. */
function roomFor({ type, value, isMultiple }: ExtraField): 'some' | 'line' | undefined {
  if (type === 'datetime-local' || type === 'url') return 'some'
  const letters = type === 'select' && !isMultiple ? String(value).length : 0
  if (letters > LETTERS.wide) return 'line'
  return letters > LETTERS.narrow ? 'some' : undefined
}

/** The value of a field: texts, or ids of people and entries. */
export type FieldInput = string | number | (string | number)[]

function Action({ icon: Icon, label, run }: { icon: LucideIcon; label: string; run(): void }) {
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} onClick={run}>
      {label}
    </Menu.Item>
  )
}

/** Removes a field; undo restores it with its value. */
function useRemoveField(entry: Entity) {
  const text = useMessages(entryMessages)
  const { show } = useToasts()
  return (name: string) => {
    const removed = metadataField(entry.metadata_decoded, name)
    keepField(entry.id, `field:${name}`, null)
    show({ message: text.removed(name), undo: () => keepField(entry.id, `field:${name}`, removed ?? {}) })
  }
}
