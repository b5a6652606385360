import type { EntityType } from '@aliquot/contract/common'
import { Skeleton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import { type EntryRow, entryListPage, PAGE_SIZE } from '../entry-list.queries.ts'
import { RowLabel } from '../grid/RowLabel.tsx'
import { CustomId, StateMarks } from '../grid/RowMarks.tsx'
import type { ListSearch } from '../list-search.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { Sentinel } from '../Sentinel.tsx'
import { coversOf } from './covers.queries.ts'
import classes from './Gallery.module.css'
import { initialsOf } from './initials.ts'

/** The entries as cards with their first pictures. More are loaded on scroll. */
export function Gallery({ shown }: { shown: ListSearch }) {
  const type = useListType()
  const { title } = useListTypeMessages()
  const [count, setCount] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, page) => entryListPage(type, shown, page * PAGE_SIZE)),
  })
  const last = pages.at(-1)
  const isFull = last?.data?.rows.length === PAGE_SIZE
  const error = pages.find((page) => page.error)?.error
  return (
    <>
      <ul className={classes.gallery} aria-label={title}>
        {pages.map(({ data }, page) => data && <Cards key={page} type={type} rows={data.rows} />)}
      </ul>
      {last?.isPending && <Skeleton height={160} mt="sm" />}
      {error && <ProblemLine error={error} />}
      {isFull && <Sentinel key={count} seen={() => setCount((before) => before + 1)} />}
    </>
  )
}

function Cards({ type, rows }: { type: EntityType; rows: readonly EntryRow[] }) {
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  const { data: covers } = useQuery(coversOf(type, ids))
  return rows.map((row) => <GalleryCard key={row.id} row={row} cover={covers?.get(row.id)} />)
}

function GalleryCard({ row, cover }: { row: EntryRow; cover: string | undefined }) {
  const common = useMessages(commonMessages)
  const title = row.title || common.untitled
  const color = row.category_color ? `#${row.category_color}` : 'var(--quiet)'
  return (
    <li className={classes.card} style={{ '--label': color } as CSSProperties}>
      <div className={classes.cover}>
        {cover ? (
          <img className={classes.picture} src={cover} alt="" loading="lazy" />
        ) : (
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(title)}
          </span>
        )}
      </div>
      <div className={classes.facts}>
        <div className={classes.head}>
          <StateMarks row={row} />
          <CustomId id={row.custom_id} />
          <Link {...entryLink(row)} className={classes.title} title={title}>
            {title}
          </Link>
        </div>
        <div className={classes.labels}>
          <RowLabel title={row.status_title} color={row.status_color} />
          <RowLabel title={row.category_title} color={row.category_color} />
        </div>
      </div>
    </li>
  )
}
