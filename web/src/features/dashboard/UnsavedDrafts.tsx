import { ActionIcon, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy, PencilLine, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/panels.module.css'
import { When } from '../../ui/time/When.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import type { Draft } from '../saving/drafts.ts'
import { savingMessages } from '../saving/saving.messages.ts'
import { useKeptTools } from '../saving/use-kept-tools.ts'
import { dashboardMessages } from './dashboard.messages.ts'

/** Entries with text that has not reached the service. */
export function UnsavedDrafts({ drafts }: { drafts: readonly Draft[] }) {
  const text = useMessages(dashboardMessages)
  const heading = useId()
  return (
    <section className={classes.wide} aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading}>
        {text.drafts}
      </Title>
      <Text size="sm" c="var(--quiet)" mb="xs">
        {text.draftsHint}
      </Text>
      <ul className={classes.lines}>
        {drafts.map((draft) => (
          <DraftLine key={draft.entryId} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

/** Some can never be sent, such as words for a deleted comment: each can be copied and dropped. */
function DraftLine({ draft }: { draft: Draft }) {
  const common = useMessages(commonMessages)
  const text = useMessages(dashboardMessages)
  const saving = useMessages(savingMessages)
  const { copy, discard } = useKeptTools(draft.entryId)
  const title = draft.title || common.untitled
  return (
    <li className={classes.withTools}>
      <Link className={classes.line} {...entryLink({ type: draft.type, id: draft.entryId })}>
        <PencilLine size={16} aria-hidden />
        <span className={classes.name}>{title}</span>
        <span className={classes.quiet}>
          {text.typed} <When at={draft.savedAt} />
        </span>
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={saving.copyTextOf(title)}
        title={saving.copyText}
        onClick={() => void copy()}
      >
        <Copy size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={saving.discardTextOf(title)}
        title={saving.discard}
        onClick={() => void discard()}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
