import { Anchor, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { quotedQuery } from '../entry-list/quoted-query.ts'
import classes from './ScanDialog.module.css'
import { scanMessages } from './scan.messages.ts'
import type { Read } from './use-code.ts'

interface Props extends Read {
  retry(): void
  close(): void
}

/** A code that means no entry or several, or about which the service said nothing. */
export function CodeMeaning({ code, entries, error, retry, close }: Props) {
  const text = useMessages(scanMessages)
  const common = useMessages(commonMessages)
  if (error !== undefined) return <ProblemLine error={error} retry={retry} />
  return (
    <Paper withBorder p="sm" role="alert">
      <Text fw={600}>{entries.length > 0 ? text.several : text.unknown}</Text>
      <Text className={classes.code} size="sm">
        {code}
      </Text>
      {entries.map((entry) => (
        <Anchor
          key={entry.id}
          display="block"
          onClick={close}
          renderRoot={(props) => <Link {...props} {...entryLink(entry)} />}
        >
          {entry.title || common.untitled} <span className={classes.id}>#{entry.id}</span>
          {STATES[entry.state] && <span className={classes.id}> · {text[STATES[entry.state] ?? 'archived']}</span>}
        </Anchor>
      ))}
      {entries.length === 0 && (
        <Anchor
          onClick={close}
          renderRoot={(props) => <Link {...props} to="/experiments" search={{ q: quotedQuery(code) }} />}
        >
          {text.search}
        </Anchor>
      )}
    </Paper>
  )
}

const STATES: Readonly<Record<number, 'archived' | 'deleted'>> = { 2: 'archived', 3: 'deleted' }
