import type { Entity } from '@aliquot/contract/entities'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { DateInput } from '../extra-fields/DateInput.tsx'
import { OriginLine } from '../imports/OriginLine.tsx'
import { LabelInput } from '../labels/LabelInput.tsx'
import type { LabelField } from '../labels/labels.queries.ts'
import { keepField, WHILE_TYPING } from '../saving/live-fields.ts'
import classes from './EntryDetails.module.css'
import { NumberInput } from './NumberInput.tsx'
import { Stars } from './Stars.tsx'
import { TagsField } from './TagsField.tsx'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** The few facts that every entry has. */
export function EntryDetails({ entry, isReadOnly }: Props) {
  const text = useMessages(entryMessages)
  const { language } = useLanguage()
  return (
    <section className={classes.details} aria-label={text.details}>
      <Detail label={text.status} isEmpty={entry.status === null}>
        <Label entry={entry} field="status" isReadOnly={isReadOnly} />
      </Detail>
      <Detail label={text.category} isEmpty={entry.category === null}>
        <Label entry={entry} field="category" isReadOnly={isReadOnly} />
      </Detail>
      {!isTemplateType(entry.type) && (
        <Detail label={text.date}>
          {isReadOnly ? (
            <Text size="sm">{entry.date ? calendarDay(entry.date, language) : text.noValue}</Text>
          ) : (
            <DateInput
              label={text.date}
              value={entry.date ?? ''}
              isRequired
              save={(date) => keepField(entry.id, 'date', date, WHILE_TYPING)}
            />
          )}
        </Detail>
      )}
      {(entry.custom_id !== null || !isReadOnly) && (
        <Detail label={text.custom_id} isEmpty={entry.custom_id === null}>
          {isReadOnly ? <Text size="sm">{entry.custom_id}</Text> : <NumberInput entry={entry} />}
        </Detail>
      )}
      <Detail label={text.owner} room="rest">
        <div>
          <Text size="sm" className={classes.text}>
            {entry.fullname}
          </Text>
          {entry.origin && <OriginLine origin={entry.origin} />}
        </div>
      </Detail>
      <Detail label={text.rating} room="stars" isEmpty={entry.rating === 0}>
        <Stars value={entry.rating} isReadOnly={isReadOnly} save={(rating) => keepField(entry.id, 'rating', rating)} />
      </Detail>
      <Detail label={text.tags} room="line" isEmpty={entry.tags_decoded.length === 0}>
        <TagsField entry={entry} isReadOnly={isReadOnly} />
      </Detail>
    </section>
  )
}

function Label({ entry, field, isReadOnly }: Props & { field: LabelField }) {
  return (
    <LabelInput
      type={entry.type}
      field={field}
      value={entry[field]}
      title={entry[`${field}_title`]}
      color={entry[`${field}_color`]}
      isReadOnly={isReadOnly}
      save={(id) => keepField(entry.id, field, id)}
    />
  )
}

interface DetailProps {
  label: string
  /** If it needs more or less than the others. */
  room?: 'rest' | 'stars' | 'line'
  /** Left out on paper. */
  isEmpty?: boolean
  children: ReactNode
}

function Detail({ label, room, isEmpty, children }: DetailProps) {
  return (
    <div className={`${classes.detail} ${isEmpty ? 'no-print' : ''}`} data-room={room}>
      <Text size="xs" c="var(--quiet)" className={classes.name} aria-hidden="true">
        {label}
      </Text>
      <div className={classes.value}>{children}</div>
    </div>
  )
}
