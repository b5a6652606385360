import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { DiffText } from './DiffText.tsx'
import { captionOf, valueText } from './describe.ts'
import { textOfHtml } from './html-text.ts'
import { momentMessages } from './moments.messages.ts'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'
import { timelineItemQuery } from './timeline.queries.ts'

interface Props {
  entry: Entity
  item: TimelineItem
  field: string
}

const MARKDOWN = 2

/** A long value, loaded on demand. */
export function LongChange({ entry, item, field }: Props) {
  const text = useMessages(timelineMessages)
  const moments = useMessages(momentMessages)
  const { language } = useLanguage()
  const { data, error } = useQuery(timelineItemQuery(entry, item))
  const change = data?.changes.find((one) => one.field === field)
  if (error) return <Text size="sm">{text.failed}</Text>
  if (!change) return <Skeleton height={60} mt="xs" />
  const isHtml = field === 'body' && entry.content_type !== MARKDOWN
  const read = (value: unknown) => (isHtml ? textOfHtml(String(value ?? '')) : valueText(field, value, text, language))
  return (
    <div className={classes.change}>
      {item.changes.length > 1 && <div className={classes.field}>{captionOf(field, text, moments)}</div>}
      <DiffText before={read(change.before)} after={read(change.after)} />
    </div>
  )
}
