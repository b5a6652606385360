import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { EarlierImports } from './EarlierImports.tsx'
import classes from './ImportPage.module.css'
import { ImportView } from './ImportView.tsx'
import { importMessages } from './imports.messages.ts'
import { importById } from './imports.queries.ts'
import { SendFile } from './SendFile.tsx'

const route = getRouteApi('/inside/import/{-$id}')

/** Brings entries of other notebooks in: choose a file, look at what comes of it, import it, or undo it. */
export function ImportRoom() {
  const text = useMessages(importMessages)
  const { id } = route.useParams()
  usePageTitle(text.title)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h2">
          {text.title}
        </Title>
        {id !== undefined && (
          <Anchor size="sm" renderRoot={(props) => <Link to="/import/{-$id}" params={{ id: undefined }} {...props} />}>
            {text.all}
          </Anchor>
        )}
      </div>
      {id === undefined ? (
        <>
          <SendFile />
          <EarlierImports />
        </>
      ) : (
        <OneImport key={id} id={Number(id)} />
      )}
    </div>
  )
}

function OneImport({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(importById(id))
  if (data) return <ImportView record={data} />
  return error ? <ProblemLine error={error} retry={refetch} /> : <PageSkeleton />
}
