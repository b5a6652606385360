import type { EntityType } from '@aliquot/contract/common'
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { ENTRY_TYPES } from '../entry-data/entry-types.ts'
import { KeptFiles } from '../files/sending/KeptFiles.tsx'
import { KeptHere } from '../saving/KeptHere.tsx'

interface Props {
  type: EntityType
  problem: Error | 'missing'
  /** Undefined if the URL has no valid id. */
  entryId?: number
  retry?: () => void
}

/** Why there is nothing to show, and what to do. */
export function EntryProblem({ type, problem, entryId, retry }: Props) {
  const text = useMessages(entryMessages)
  const ofType = useEntryOfTypeMessages(type)
  const common = useMessages(commonMessages)
  const { title, hint, isFinal } = describe(problem, ofType, text.forbiddenHint)
  usePageTitle(title)
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" maw="32rem" ta="center">
        <Stack align="center" role="alert">
          <Title order={1} size="h2">
            {title}
          </Title>
          {hint === undefined ? <ProblemLine error={problem} /> : <Text c="var(--quiet)">{hint}</Text>}
        </Stack>
        {isFinal && entryId !== undefined && <KeptHere entryId={entryId} />}
        {isFinal && entryId !== undefined && <KeptFiles type={type} id={entryId} />}
        <Group>
          {!isFinal && retry && <Button onClick={retry}>{common.retry}</Button>}
          <Button component={Link} to={ENTRY_TYPES[type].list} variant={isFinal ? 'filled' : 'default'}>
            {ofType.toList}
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}

function describe(problem: Error | 'missing', text: ReturnType<typeof useEntryOfTypeMessages>, forbiddenHint: string) {
  const status = problem instanceof ApiError ? problem.status : undefined
  if (problem === 'missing' || status === 404) return { title: text.missing, hint: text.missingHint, isFinal: true }
  if (status === 403) return { title: text.forbidden, hint: forbiddenHint, isFinal: true }
  return { title: text.failed, hint: undefined, isFinal: false }
}
