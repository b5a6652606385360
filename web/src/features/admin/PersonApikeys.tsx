import type { ListedUser } from '@aliquot/contract/users'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { AskFirst } from '../../ui/layout/AskFirst.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ApikeyRow } from '../account/ApikeyRow.tsx'
import { personAccessMessages } from './person-access.messages.ts'
import { apikeysOf, useRemoveApikeysOf } from './person-access.queries.ts'

/** The API keys of a person, which can be deleted. */
export function PersonApikeys({ person: { userid, fullname } }: { person: ListedUser }) {
  const text = useMessages(personAccessMessages)
  const { show } = useToasts()
  const { data: keys, error, refetch } = useQuery(apikeysOf(userid))
  const remove = useRemoveApikeysOf()
  const run = async () => {
    await remove.mutateAsync(userid)
    show({ message: text.keysRemoved(fullname) })
  }
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {text.keys}
      </Title>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!keys && !error && <Skeleton height={64} />}
      {keys?.length === 0 && <Text c="var(--quiet)">{text.noKeys}</Text>}
      {keys && keys.length > 0 && (
        <>
          <ul className={rows.rows} aria-label={text.keysOf(fullname)}>
            {keys.map((key) => (
              <ApikeyRow key={key.id} apikey={key} />
            ))}
          </ul>
          <AskFirst label={text.removeKeys} icon={Trash2} question={text.removeQuestion(fullname)} run={run} />
        </>
      )}
    </Stack>
  )
}
