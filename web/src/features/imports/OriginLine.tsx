import type { Origin } from '@aliquot/contract/origins'
import { Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { exactTime } from '../../ui/time/time.ts'
import { originMessages } from './origin.messages.ts'

/** `Written by Marie Curie, 3 March 2020, 10:15 · imported by Ada Lovelace` */
export function OriginLine({ origin }: { origin: Origin }) {
  const text = useMessages(originMessages)
  const { language } = useLanguage()
  const { name, email, created_at, fullname } = origin
  const author = name ?? email
  const written = [
    author === null ? text.writtenElsewhere : text.writtenBy(author),
    ...(created_at === null ? [] : [exactTime(new Date(created_at), language)]),
  ].join(', ')
  return (
    <Text size="sm" c="var(--quiet)">
      {written} · {text.importedBy(fullname)}
    </Text>
  )
}
