import { useTexts } from '../../i18n/text.tsx'
import { Refusals } from '../../ui/layout/Refusals.tsx'
import type { Files } from './files.queries.ts'
import { filesTexts } from './files.text.ts'

/** What could not be done to some of the files that were selected. */
export function FileRefusals({ files: { refusals, forgetRefusals } }: { files: Files }) {
  const text = useTexts(filesTexts)
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
