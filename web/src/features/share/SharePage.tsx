import type { SharedEntity } from '@aliquot/contract/shared'
import { Anchor, Group, Pill, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Square, SquareCheck } from 'lucide-react'
import { useMemo } from 'react'
import { ApiError } from '../../api/client.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { Brand } from '../../ui/Brand.tsx'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { When } from '../../ui/time/When.tsx'
import { ENTRY_TYPES, type EntryRef } from '../entry-data/entry-types.ts'
import { type ExtraField, groupFields } from '../entry-data/extra-fields.ts'
import { LabelPill } from '../labels/LabelPill.tsx'
import { titleKey } from '../rendered-text/links/current-titles.ts'
import { SharedFiles } from './SharedFiles.tsx'
import classes from './SharePage.module.css'
import { shareMessages } from './share.messages.ts'
import { sharedEntry } from './share.queries.ts'
import { withSharedPictures } from './shared-pictures.ts'

const RenderedText = onDemand(async () => (await import('../rendered-text/RenderedText.tsx')).RenderedText)

/** An entry behind a public link, for anybody who has it. */
export function SharePage() {
  const text = useMessages(shareMessages)
  const { type, id } = useParams({ from: '/share/$type/$id' })
  const { key = '' } = useSearch({ from: '/share/$type/$id' })
  const entry = readRef(type, id)
  return (
    <div className={classes.page} data-room>
      <header className={`${classes.header} no-print`}>
        <Brand />
        <Text size="sm" c="var(--quiet)" className={classes.note}>
          {text.readOnly}
        </Text>
        <Anchor component={Link} to="/sign-in" size="sm">
          {text.signIn}
        </Anchor>
      </header>
      <main className={classes.main}>{entry ? <Loaded entry={entry} accessKey={key} /> : <Nothing />}</main>
    </div>
  )
}

function Loaded({ entry, accessKey }: { entry: EntryRef; accessKey: string }) {
  const { data, error } = useQuery(sharedEntry(entry, accessKey))
  if (data) return <Entry entry={data} accessKey={accessKey} />
  if (error instanceof ApiError && error.status < 429) return <Nothing />
  return error ? <ProblemLine error={error} /> : <PageSkeleton />
}

function Entry({ entry, accessKey }: { entry: SharedEntity; accessKey: string }) {
  const text = useMessages(shareMessages)
  const { language } = useLanguage()
  const html = useMemo(() => withSharedPictures(entry.body_html ?? '', entry, accessKey), [entry, accessKey])
  const titles = useMemo(() => new Map(entry.links.map((link) => [titleKey(link), link.title])), [entry])
  usePageTitle(entry.title)
  return (
    <article>
      <h1 className={classes.title}>{entry.title}</h1>
      <Group gap="sm" mb="sm">
        <Text size="sm" c="var(--quiet)">
          {text.by(entry.fullname, entry.team_name)}
          {entry.date && ` · ${calendarDay(entry.date, language)}`} · {text.changed} <When at={entry.modified_at} />
        </Text>
        {entry.status_title && <LabelPill title={entry.status_title} color={entry.status_color} />}
        {entry.category_title && <LabelPill title={entry.category_title} color={entry.category_color} />}
      </Group>
      {entry.tags.length > 0 && (
        <Pill.Group aria-label={text.tags} mb="md">
          {entry.tags.map((tag) => (
            <Pill key={tag}>{tag}</Pill>
          ))}
        </Pill.Group>
      )}
      {entry.hide_main_text === 0 && <RenderedText html={html} titles={titles} fallback={<Skeleton height={240} />} />}
      <Fields metadata={entry.metadata} />
      <Steps steps={entry.steps} />
      <SharedFiles entry={entry} accessKey={accessKey} />
    </article>
  )
}

function Fields({ metadata }: { metadata: string | null }) {
  const text = useMessages(shareMessages)
  const groups = groupFields(metadata === null ? undefined : JSON.parse(metadata))
  if (groups.length === 0) return null
  return (
    <section aria-label={text.fields}>
      {groups.map(({ group, fields }) => (
        <div key={group?.id ?? 0}>
          {group && <h2 className={classes.group}>{group.name}</h2>}
          <dl className={classes.fields}>
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{field.name}</dt>
                <dd>{wordsOf(field)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )

  function wordsOf({ type, value, unit }: ExtraField): string {
    const words = Array.isArray(value) ? value.join(', ') : value
    if (type === 'checkbox') return words === 'on' ? text.yes : text.no
    return unit === '' || words === '' ? words : `${words} ${unit}`
  }
}

function Steps({ steps }: { steps: SharedEntity['steps'] }) {
  const text = useMessages(shareMessages)
  if (steps.length === 0) return null
  return (
    <section>
      <h2 className={classes.group}>{text.steps}</h2>
      <ol className={classes.steps}>
        {steps.map(({ body, finished }, index) => (
          <li key={index} data-done={finished === 1 || undefined}>
            {finished === 1 ? (
              <SquareCheck role="img" aria-label={text.done} />
            ) : (
              <Square role="img" aria-label={text.open} />
            )}
            <span>{body}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Nothing() {
  const text = useMessages(shareMessages)
  usePageTitle(text.nothing)
  return (
    <div role="alert">
      <h1 className={classes.title}>{text.nothing}</h1>
      <Text c="var(--quiet)">{text.nothingHint}</Text>
    </div>
  )
}

function readRef(type: string, id: string): EntryRef | undefined {
  if (!Object.hasOwn(ENTRY_TYPES, type) || !/^[1-9]\d{0,8}$/.test(id)) return undefined
  return { type: type as EntryRef['type'], id: Number(id) }
}
