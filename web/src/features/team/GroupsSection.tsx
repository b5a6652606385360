import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { AddLine } from '../../ui/fields/AddLine.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { useRemovals } from '../../ui/toasts/removals.ts'
import { useSession } from '../session/session.queries.ts'
import { GroupCard, groupRemoval } from './GroupCard.tsx'
import { groupsOf, useGroupChanges } from './groups.queries.ts'
import { teamMessages } from './team.messages.ts'

export function GroupsSection() {
  const text = useMessages(teamMessages)
  const { team, is_admin } = useSession()
  const removals = useRemovals()
  const { data, error, refetch } = useQuery(groupsOf(team))
  const shown = data?.filter(({ id }) => !removals.has(groupRemoval(id)))
  return (
    <Section title={text.sections.groups} intro={text.groupsIntro}>
      {is_admin === 1 && <NewGroupLine />}
      {error && <ProblemLine error={error} retry={refetch} />}
      {!shown && !error && <Skeleton height={96} />}
      {shown?.length === 0 && <Text c="var(--quiet)">{is_admin === 1 ? text.noGroups : text.noGroupsYet}</Text>}
      {shown?.map((group) => (
        <GroupCard key={group.id} group={group} />
      ))}
    </Section>
  )
}

function NewGroupLine() {
  const text = useMessages(teamMessages)
  const { team } = useSession()
  const { add } = useGroupChanges(team)
  return <AddLine label={text.newGroup} fields={['name']} add={add.mutateAsync} />
}
