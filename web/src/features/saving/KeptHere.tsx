import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/text.tsx'
import classes from './KeptHere.module.css'
import { readKeptWords } from './kept-here.ts'
import { savingTexts } from './saving.text.ts'
import { DRAFTS, useKeptTools } from './use-kept-tools.ts'

/** What only this device has of an entry that cannot be opened: to be copied elsewhere, or let go. */
export function KeptHere({ entryId }: { entryId: number }) {
  const text = useTexts(savingTexts)
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: it groups words, not fields of a form */}
      <div className={classes.words} role="group" aria-label={text.mine} tabIndex={0}>
        {words}
      </div>
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
