import { MOST_STORED_EXPORTS } from '@aliquot/contract/stored-exports'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import rows from '../../ui/layout/Rows.module.css'
import classes from './ExportsPage.module.css'
import { NewExportForm } from './NewExportForm.tsx'
import { StoredExportRow } from './StoredExportRow.tsx'
import { storedExportMessages } from './stored-exports.messages.ts'
import { listedExports } from './stored-exports.queries.ts'

/** The exports that are made in the background: how far they are, their files, and a new one. */
export function ExportsRoom() {
  const text = useMessages(storedExportMessages)
  const { data, error, refetch } = useQuery(listedExports())
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {text.title}
      </Title>
      <Text className={classes.about}>{text.about}</Text>
      <NewExportForm isFull={(data?.length ?? 0) >= MOST_STORED_EXPORTS} />
      <section className={classes.list}>
        <Title order={2} size="h3" mb="sm">
          {text.list}
        </Title>
        {error && !data && <ProblemLine error={error} retry={refetch} />}
        {!data && !error && <PageSkeleton />}
        {data?.length === 0 && <Text c="var(--quiet)">{text.none}</Text>}
        {data && data.length > 0 && (
          <ul className={rows.rows} aria-label={text.list}>
            {data.map((one) => (
              <StoredExportRow key={one.id} record={one} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
