import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { Scrolled } from '../../ui/layout/Scrolled.tsx'
import classes from './KeptHere.module.css'
import { readKeptWords } from './kept-here.ts'
import { savingMessages } from './saving.messages.ts'
import { DRAFTS, useKeptTools } from './use-kept-tools.ts'

/** Unsaved work of an entry that cannot be opened: to be copied or dropped. */
export function KeptHere({ entryId }: { entryId: number }) {
  const text = useMessages(savingMessages)
  const { data: words = '' } = useQuery({
    queryKey: [DRAFTS, entryId],
    queryFn: () => readKeptWords(entryId),
    staleTime: 0,
  })
  const { copy, discard } = useKeptTools(entryId)
  if (words === '') return null
  return (
    <Stack component="section" gap="xs" ta="start" w="100%" aria-label={text.keptHere}>
      <Text>{text.keptHere}</Text>
      <Scrolled className={classes.words} label={text.mine}>
        {words}
      </Scrolled>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copy()}>
          {text.copyText}
        </Button>
        <Button variant="default" onClick={() => void discard()}>
          {text.discard}
        </Button>
      </Group>
    </Stack>
  )
}
