import { Alert, List } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { commonTexts } from '../../i18n/common.text.ts'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'
import { useLanguage, useTexts } from '../../i18n/text.tsx'
import { entryLink } from '../entry/entry-types.ts'
import { entryListTexts } from './entry-list.text.ts'
import type { Failures } from './use-bulk.ts'

const MOST = 10

/** What an action could not do, entry by entry. Those entries stay marked, to try again. */
export function BulkFailures({ failures, close }: { failures: Failures; close(): void }) {
  const text = useTexts(entryListTexts)
  const common = useTexts(commonTexts)
  const { language } = useLanguage()
  const describe = useDescribeProblem()
  const { action, of, entries } = failures
  return (
    <Alert
      role="alert"
      color="red"
      title={text.failed[action](entries.length, of)}
      icon={<TriangleAlert aria-hidden="true" />}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={close}
    >
      <List size="sm">
        {entries.slice(0, MOST).map(({ row, error }) => (
          <List.Item key={row.id}>
            <Link {...entryLink(row)}>{row.title}</Link>
            {`: ${sentenceOf(describe(error))}`}
          </List.Item>
        ))}
        {entries.length > MOST && (
          <List.Item>{text.andMore((entries.length - MOST).toLocaleString(language))}</List.Item>
        )}
      </List>
    </Alert>
  )
}
