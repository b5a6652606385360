import type { ImportNextEntry } from '@aliquot/contract/imports'
import { Badge, Pill, Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { useNoteWords } from './ImportNotes.tsx'
import classes from './ImportPage.module.css'
import { importMessages } from './imports.messages.ts'
import { tableMessages } from './tables/table.messages.ts'

/** An entry as it will be. */
export function NextEntry({ entry }: { entry: ImportNextEntry }) {
  const text = useMessages(importMessages)
  const words = useMessages(tableMessages)
  const { language } = useLanguage()
  const say = useNoteWords()
  const { type, title, date, category, status, tags, author, excerpt, steps, comments, files, duplicate } = entry
  const facts = [
    text.type[type],
    ...(date ? [calendarDay(date, language)] : []),
    ...(author ? [author] : []),
    ...[category, status].filter((label) => label !== null),
    ...(entry.custom_id === null ? [] : [words.number(entry.custom_id)]),
    ...(entry.rating > 0 ? [words.rating(entry.rating)] : []),
    ...(entry.fields > 0 && entry.field_values.length === 0 ? [text.fields(entry.fields)] : []),
    ...(steps > 0 ? [text.steps(steps)] : []),
    ...(comments > 0 ? [text.comments(comments)] : []),
    ...(files > 0 ? [text.files(files)] : []),
  ]
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.title}>
          {title}
          {duplicate && (
            <Badge variant="light" color="gray" tt="none">
              {text.isHere(duplicate.title)}
            </Badge>
          )}
        </div>
        <div className={rows.facts}>
          {facts.map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
        </div>
        {excerpt !== '' && (
          <Text size="sm" className={classes.excerpt}>
            {excerpt}
          </Text>
        )}
        {entry.field_values.length > 0 && <FieldValues entry={entry} />}
        {tags.length > 0 && (
          <Pill.Group mt="2xs" aria-label={text.tags}>
            {tags.map((tag) => (
              <Pill key={tag}>{tag}</Pill>
            ))}
          </Pill.Group>
        )}
        {entry.notes.map((note, index) => (
          <Text key={index} size="sm" className={classes.note}>
            {note.row !== null && `${words.row(String(note.row))}: `}
            {say(note)}
            {note.about !== '' && `: ${note.about}`}
          </Text>
        ))}
      </div>
    </li>
  )
}

const MOST_VALUES = 12

/** The first fields that have a value. */
function FieldValues({ entry: { fields, field_values } }: { entry: ImportNextEntry }) {
  const words = useMessages(tableMessages)
  const { language } = useLanguage()
  const filled = field_values.filter(({ value }) => value !== '')
  const more = Math.max(0, filled.length - MOST_VALUES) + fields - field_values.length
  const shown = ({ type, value }: (typeof filled)[number]) => {
    if (type === 'checkbox') return value === 'on' ? words.yes : words.no
    return type === 'date' ? calendarDay(value, language) : value
  }
  return (
    <dl className={classes.values}>
      {filled.slice(0, MOST_VALUES).map((field, index) => (
        <div key={index} className={classes.value}>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">
            {shown(field)}
            {field.unit && ` ${field.unit}`}
          </dd>
        </div>
      ))}
      {more > 0 && (
        <div>
          <dt>{words.more}</dt>
          <dd>{words.moreFields(more)}</dd>
        </div>
      )}
    </dl>
  )
}
