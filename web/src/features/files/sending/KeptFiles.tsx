import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import type { EntryRef } from '../../entry-data/entry-types.ts'
import { DRAFTS } from '../../saving/use-kept-tools.ts'
import { lastUserid } from '../../session/session.queries.ts'
import { type KeptFile, keptFiles } from '../../uploads/kept-files.ts'
import { filesMessages } from '../files.messages.ts'

/** Files that wait for an entry that cannot be opened any more: a photo exists nowhere else. */
export function KeptFiles({ type, id }: EntryRef) {
  const text = useMessages(filesMessages)
  const { data: files = [] } = useQuery({
    queryKey: [DRAFTS, id, 'files'],
    queryFn: () => keptFiles({ type, id }, lastUserid()),
    staleTime: 0,
  })
  if (files.length === 0) return null
  return (
    <Group gap="xs">
      {files.map((kept) => (
        <Button key={kept.key} variant="default" onClick={() => download(kept)}>
          {`${text.download}: ${kept.name}`}
        </Button>
      ))}
    </Group>
  )
}

function download({ file, name }: KeptFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.split('/').at(-1) ?? name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
