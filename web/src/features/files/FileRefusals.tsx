import { useMessages } from '../../i18n/messages.tsx'
import { Refusals } from '../../ui/layout/Refusals.tsx'
import { filesMessages } from './files.messages.ts'
import type { Files } from './files.queries.ts'

/** What could not be done to some of the selected files. */
export function FileRefusals({ files: { refusals, forgetRefusals } }: { files: Files }) {
  const text = useMessages(filesMessages)
  if (!refusals) return null
  const { action, of, refused } = refusals
  return (
    <Refusals
      title={text.failed[action](refused.length, of)}
      refused={refused.map(({ row: { id, real_name }, error }) => ({ id, name: real_name, error }))}
      andMore={text.andMore}
      close={forgetRefusals}
    />
  )
}
