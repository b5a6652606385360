import type { Entity } from '@aliquot/contract/entities'
import { Text, Title } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { RenderedText } from '../editor/RenderedText.tsx'
import classes from './MomentsDialog.module.css'
import { momentTexts } from './moments.text.ts'
import { FilesThen, LinksThen } from './PartsThen.tsx'
import type { ThenField } from './then-fields.ts'

/** Lists, which take the whole width. */
const LONG = new Set<ThenField['name']>(['comments', 'steps', 'links', 'uploads'])

/** An entry as it was, to be read. */
export function EntryThen({ entry, fields }: { entry: Entity; fields: readonly ThenField[] }) {
  const text = useTexts(momentTexts)
  const shown = fields.filter(({ name, read }) => name !== 'title' && read(entry) !== '')
  return (
    <article aria-label={entry.title} className={classes.entry}>
      <Title order={2} size="h3" className={classes.name}>
        {entry.title}
      </Title>
      <dl className={classes.facts}>
        {shown.map(({ name, read }) => (
          <div key={name} data-long={LONG.has(name) || undefined}>
            <dt>{text.fields[name]}</dt>
            <dd>
              {name === 'uploads' && <FilesThen entry={entry} />}
              {name === 'links' && <LinksThen entry={entry} />}
              {name !== 'uploads' && name !== 'links' && read(entry)}
            </dd>
          </div>
        ))}
      </dl>
      {entry.body_html ? <RenderedText html={entry.body_html} /> : <Text c="dimmed">{text.noText}</Text>}
    </article>
  )
}
