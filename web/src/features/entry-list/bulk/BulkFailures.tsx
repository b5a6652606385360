import { Link } from '@tanstack/react-router'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { Refusals } from '../../../ui/layout/Refusals.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import type { Failures } from './bulk-report.ts'

/** What an action could not do, entry by entry. Those entries stay selected, for a retry. */
export function BulkFailures({ failures, close }: { failures: Failures; close(): void }) {
  const text = useMessages(listPartMessages)
  const { language } = useLanguage()
  const { action, of, entries } = failures
  const failed = typeof action === 'string' ? text.failed[action] : action.failed
  return (
    <Refusals
      title={failed(entries.length, of)}
      refused={entries.map(({ row, error }) => ({
        id: row.id,
        name: <Link {...entryLink(row)}>{row.title}</Link>,
        error,
      }))}
      andMore={(count) => text.andMore(count.toLocaleString(localeOf(language)))}
      close={close}
    />
  )
}
