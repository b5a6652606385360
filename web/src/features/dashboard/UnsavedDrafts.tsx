import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useId } from 'react'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { When } from '../../ui/When.tsx'
import type { Draft } from '../saving/drafts.ts'
import classes from './DashboardPage.module.css'
import { dashboardTexts } from './dashboard.text.ts'

/** Entries with text that has not reached the service. */
export function UnsavedDrafts({ drafts }: { drafts: readonly Draft[] }) {
  const common = useTexts(commonTexts)
  const text = useTexts(dashboardTexts)
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
          <li key={draft.entryId}>
            <Link className={classes.line} to="/experiments/$id" params={{ id: String(draft.entryId) }}>
              <PencilLine size={16} aria-hidden />
              <span className={classes.name}>{draft.title || common.untitled}</span>
              <span className={classes.quiet}>
                {text.typed} <When at={draft.savedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
