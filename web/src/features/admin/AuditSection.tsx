import { AUDIT_SUBJECTS } from '@aliquot/contract/audit-subjects'
import { Button, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DateField } from '../../ui/time/DateField.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { type AuditFilter, auditTrail, readWholeTrail } from './admin.queries.ts'
import { downloadTrail } from './audit-export.ts'
import { auditSubjectMessages } from './audit-subjects.messages.ts'
import { EventRow } from './EventRow.tsx'

const EVERYTHING: AuditFilter = { q: '', subject: '', from: '', to: '' }

export function AuditSection() {
  const text = useMessages(adminMessages)
  const [filter, setFilter] = useState(EVERYTHING)
  const [settled] = useDebouncedValue(filter, 250)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditTrail(settled))
  const events = data?.pages.flatMap((page) => page.events)
  return (
    <Section title={text.sections.audit} intro={text.auditIntro}>
      <AuditFilters filter={filter} setFilter={setFilter} />
      <ExportButtons filter={settled} />
      {error && <ProblemLine error={error} retry={refetch} />}
      {!events && !error && <Skeleton height={200} />}
      {events?.length === 0 && !hasNextPage && <Text c="var(--quiet)">{text.nothingFound}</Text>}
      {events && events.length > 0 && (
        <ul className={rows.rows} aria-label={text.sections.audit}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {text.older}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function AuditFilters({ filter, setFilter }: { filter: AuditFilter; setFilter(filter: AuditFilter): void }) {
  const text = useMessages(adminMessages)
  const set = (name: keyof AuditFilter) => (event: { currentTarget: { value: string } }) =>
    setFilter({ ...filter, [name]: event.currentTarget.value })
  const names = useMessages(auditSubjectMessages)
  const subjects = AUDIT_SUBJECTS.map((value) => ({ value, label: names[value] }))
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        label={text.words}
        leftSection={<Search size={16} aria-hidden />}
        value={filter.q}
        onChange={set('q')}
      />
      <NativeSelect
        label={text.about}
        data={[{ value: '', label: text.everything }, ...subjects]}
        value={filter.subject}
        onChange={set('subject')}
      />
      <DateField label={text.from} value={filter.from} onChange={set('from')} />
      <DateField label={text.to} value={filter.to} onChange={set('to')} />
    </div>
  )
}

function ExportButtons({ filter }: { filter: AuditFilter }) {
  const text = useMessages(adminMessages)
  const { fail } = useToasts()
  const [progress, setProgress] = useState<number>()
  const save = async (format: 'csv' | 'json') => {
    setProgress(0)
    try {
      downloadTrail(await readWholeTrail(filter, setProgress), format)
    } catch (error) {
      fail(error)
    }
    setProgress(undefined)
  }
  return (
    <Group gap="xs">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          disabled={progress !== undefined}
          leftSection={<Download size={16} aria-hidden />}
          onClick={() => save(format)}
        >
          {text.exportAs(format.toUpperCase())}
        </Button>
      ))}
      <Text size="sm" c="var(--quiet)" role="status">
        {progress !== undefined && text.soFar(progress)}
      </Text>
    </Group>
  )
}
