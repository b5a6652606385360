import type { ImportPreview } from '@aliquot/contract/imports'
import { Text, Title } from '@mantine/core'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { sizeText } from '../../ui/words/size-text.ts'
import { ImportNotes } from './ImportNotes.tsx'
import classes from './ImportPage.module.css'
import { importMessages } from './imports.messages.ts'
import { NextEntry } from './NextEntry.tsx'

const TYPES = ['experiments', 'items', 'experiments_templates', 'items_types'] as const

/** What an import would make. */
export function PreviewView({ preview }: { preview: ImportPreview }) {
  const text = useMessages(importMessages)
  const { language } = useLanguage()
  const { types, files, bytes, comments, first, people, notes } = preview
  const counts = [
    ...TYPES.filter((type) => types[type] > 0).map((type) => text.types[type](types[type])),
    ...(files > 0 ? [bytes > 0 ? `${text.files(files)} (${sizeText(bytes, language)})` : text.files(files)] : []),
    ...(comments > 0 ? [text.comments(comments)] : []),
  ]
  return (
    <>
      <Text className={classes.counts}>{counts.join(' · ')}</Text>
      {notes.length > 0 && <ImportNotes title={text.notes} notes={notes} />}
      {people.length > 0 && <People preview={preview} />}
      <NewForTeam preview={preview} />
      {first.length > 0 && (
        <section>
          <Title order={3} size="h4" mb="xs">
            {text.first}
          </Title>
          <ul className={rows.rows} aria-label={text.first}>
            {first.map((entry, index) => (
              <NextEntry key={index} entry={entry} />
            ))}
          </ul>
          {preview.entries > first.length && (
            <Text size="sm" c="var(--quiet)" mt="xs">
              {text.andMore(preview.entries - first.length)}
            </Text>
          )}
        </section>
      )}
    </>
  )
}

function People({ preview: { people } }: { preview: ImportPreview }) {
  const text = useMessages(importMessages)
  return (
    <section>
      <Title order={3} size="h4">
        {text.people}
      </Title>
      <Text size="sm" c="var(--quiet)" mb="xs">
        {text.peopleHint}
      </Text>
      <ul className={rows.rows} aria-label={text.people}>
        {people.map((person, index) => (
          <li key={index} className={rows.row}>
            <div className={rows.main}>
              <div className={rows.title}>{person.name || person.email}</div>
              <div className={rows.facts}>
                <span>{text.wrote(person.entries, person.comments)}</span>
                <span>{person.fullname === null ? text.nameKept : text.becomes(person.fullname)}</span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewForTeam({ preview }: { preview: ImportPreview }) {
  const text = useMessages(importMessages)
  const { new_categories, new_status, new_tags, new_tags_total } = preview
  const lists = [
    { name: text.categories, words: new_categories, more: 0 },
    { name: text.status, words: new_status, more: 0 },
    { name: text.tags, words: new_tags, more: new_tags_total - new_tags.length },
  ].filter(({ words }) => words.length > 0)
  if (lists.length === 0) return null
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {text.newLabels}
      </Title>
      <dl className={classes.lists}>
        {lists.map(({ name, words, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {words.join(', ')}
              {more > 0 && `, ${text.andMore(more)}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
