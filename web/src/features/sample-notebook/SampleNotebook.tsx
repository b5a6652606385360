import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { useSession } from '../session/session.queries.ts'
import { sampleNotebookMessages } from './sample-notebook.messages.ts'
import { createSamples, type FoundSamples, findSamples, removeSamples } from './sample-notebook.ts'

/** Offers sample entries to somebody with an empty notebook. */
export function SampleOffer() {
  const text = useMessages(sampleNotebookMessages)
  const { team } = useSession()
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => createSamples(team),
    onSuccess: () => show({ message: text.added }),
    onError: fail,
    // Also after a failure: some may be there.
    onSettled: () => client.invalidateQueries({ queryKey: entryKeys.all }),
  })
  return (
    <Stack gap="2xs" align="center">
      <Button
        variant="default"
        leftSection={<FlaskConical size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {text.offer}
      </Button>
      <Text size="sm" c="var(--quiet)" maw="34rem">
        {text.offerHint}
      </Text>
    </Stack>
  )
}

/** Removes the sample entries again; nothing is shown if there are none. */
export function SampleRemoval() {
  const text = useMessages(sampleNotebookMessages)
  const { userid } = useSession()
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const [isAsking, setAsking] = useState(false)
  const { data: found } = useQuery({
    queryKey: [...entryKeys.all, 'samples', userid],
    queryFn: () => findSamples(userid),
    staleTime: 60_000,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ untouched, changed }: FoundSamples) => removeSamples([...untouched, ...changed]),
    onSuccess: () => show({ message: text.removed }),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey: entryKeys.all }),
  })
  if (!found) return null
  const { untouched, changed } = found
  // What somebody has made their own is no sample any more.
  if (untouched.length === 0) return null
  const remove = (wanted: FoundSamples) => {
    setAsking(false)
    mutate(wanted)
  }
  return (
    <Group component="section" aria-label={text.title} gap="sm" className="no-print">
      <Text size="sm" c="var(--quiet)">
        {text.hint(untouched.length + changed.length)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={isPending}
        onClick={() => (changed.length > 0 ? setAsking(true) : remove(found))}
      >
        {text.remove}
      </Button>
      {isAsking && <ChangedDialog found={found} remove={remove} close={() => setAsking(false)} />}
    </Group>
  )
}

interface DialogProps {
  found: FoundSamples
  remove(wanted: FoundSamples): void
  close(): void
}

function ChangedDialog({ found, remove, close }: DialogProps) {
  const text = useMessages(sampleNotebookMessages)
  const common = useMessages(commonMessages)
  return (
    <Modal opened onClose={close} title={text.changedTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text>{text.changed(found.changed.length)}</Text>
        <Group>
          <Button data-autofocus onClick={() => remove({ ...found, changed: [] })}>
            {text.keepChanged}
          </Button>
          <Button variant="default" onClick={() => remove(found)}>
            {text.removeAll}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
