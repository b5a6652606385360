import type { Apikey } from '@aliquot/contract/apikeys'
import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ApikeyRow } from './ApikeyRow.tsx'
import { accountMessages } from './account.messages.ts'
import { deleteApikey, ownApikeys } from './account.queries.ts'
import { CreatedApikey } from './CreatedApikey.tsx'
import { NewApikeyForm } from './NewApikeyForm.tsx'

export function ApikeysSection() {
  const text = useMessages(accountMessages)
  const { data: keys, error, refetch } = useQuery(ownApikeys())
  const removals = useRemovals()
  // The text of a new key, kept only while it is shown.
  const [created, setCreated] = useState<string>()
  const shown = keys?.filter(({ id }) => !removals.has(nameOf(id)))
  return (
    <Section title={text.sections.keys} intro={text.keysIntro}>
      {created === undefined ? (
        <NewApikeyForm onCreated={setCreated} />
      ) : (
        <CreatedApikey text={created} onDone={() => setCreated(undefined)} />
      )}
      {error && <ProblemLine error={error} retry={refetch} />}
      {!shown && !error && <Skeleton height={64} />}
      {shown?.length === 0 && <Text c="var(--quiet)">{text.noKeys}</Text>}
      {shown && shown.length > 0 && (
        <ul className={rows.rows} aria-label={text.sections.keys}>
          {shown.map((key) => (
            <RemovableRow key={key.id} apikey={key} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function RemovableRow({ apikey }: { apikey: Apikey }) {
  const text = useMessages(accountMessages)
  const removeKey = useRemoveApikey()
  return (
    <ApikeyRow
      apikey={apikey}
      action={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.deleteKey(apikey.name)}
          onClick={() => removeKey(apikey)}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}

/** Hidden at once, deleted by the service when the offer to undo ends. */
function useRemoveApikey() {
  const text = useMessages(accountMessages)
  const client = useQueryClient()
  const { show, fail } = useToasts()
  return ({ id, name }: Apikey) => {
    startRemoval(nameOf(id), {
      send: async (options) => {
        await deleteApikey(id, options)
        client.setQueryData(ownApikeys().queryKey, (keys) => keys?.filter((key) => key.id !== id))
      },
    })
    show({
      message: text.keyDeleted(name),
      undo: () => takeBackRemoval(nameOf(id)),
      onEnd: () => {
        finishRemoval(nameOf(id)).catch(fail)
      },
    })
  }
}

function nameOf(id: number): string {
  return `apikey:${id}`
}
