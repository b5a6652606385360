import type { Entity } from '@aliquot/contract/entities'
import { Text } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { RenderedText } from '../rendered-text/RenderedText.tsx'
import classes from './Moments.module.css'
import { momentMessages } from './moments.messages.ts'
import { FilesThen, LinksThen } from './PartsThen.tsx'
import type { ThenField } from './then-fields.ts'

/** Lists, which are below the text and take the full width. */
const LONG = new Set<ThenField['name']>(['comments', 'steps', 'links', 'uploads'])

/** An entry at a past moment, read-only. */
export function EntryThen({ entry, fields }: { entry: Entity; fields: readonly ThenField[] }) {
  const text = useMessages(momentMessages)
  const shown = fields.filter(({ name, read }) => name !== 'title' && read(entry) !== '')
  return (
    <article aria-label={entry.title}>
      <Facts entry={entry} fields={shown.filter(({ name }) => !LONG.has(name))} />
      {entry.body_html ? <RenderedText html={entry.body_html} /> : <Text c="dimmed">{text.noText}</Text>}
      <Facts entry={entry} fields={shown.filter(({ name }) => LONG.has(name))} isLong />
    </article>
  )
}

interface FactsProps {
  entry: Entity
  fields: readonly ThenField[]
  isLong?: boolean
}

function Facts({ entry, fields, isLong = false }: FactsProps) {
  const text = useMessages(momentMessages)
  if (fields.length === 0) return null
  return (
    <dl className={classes.facts} data-long={isLong || undefined}>
      {fields.map(({ name, read }) => (
        <div key={name}>
          <dt>{text.fields[name]}</dt>
          <dd>
            {name === 'uploads' && <FilesThen entry={entry} />}
            {name === 'links' && <LinksThen entry={entry} />}
            {name !== 'uploads' && name !== 'links' && read(entry)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
