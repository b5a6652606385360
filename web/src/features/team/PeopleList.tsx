import type { ListedUser } from '@aliquot/contract/users'
import { Button, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { ProblemLine } from '../../ui/ProblemLine.tsx'
import { type PeopleFilter, peoplePages } from './team.queries.ts'
import { teamTexts } from './team.text.ts'

interface Props {
  filter: PeopleFilter
  children(people: ListedUser[]): ReactNode
}

/** As many of the people as have been asked for: how many there are, who, and more of them. */
export function PeopleList({ filter, children }: Props) {
  const text = useTexts(teamTexts)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(peoplePages(filter))
  if (error) return <ProblemLine error={error} />
  if (!data) return <Skeleton height={120} />
  const people = data.pages.flatMap((page) => page.people)
  const total = data.pages[0]?.total ?? 0
  return (
    <>
      <Text size="sm" c="var(--quiet)" role="status">
        {total === 0 ? text.nobody : text.found(total, people.length)}
      </Text>
      {children(people)}
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </>
  )
}
