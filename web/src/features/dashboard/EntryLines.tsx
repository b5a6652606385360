import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/panels.module.css'
import { When } from '../../ui/time/When.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { TYPE_ICONS } from '../entry-data/type-icons.ts'
import { LabelPill } from '../labels/LabelPill.tsx'
import { useSession } from '../session/session.queries.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import type { Row } from './dashboard.queries.ts'

interface Props {
  title: string
  rows: readonly Row[]
  /** Links to the lists that these rows are the beginning of. */
  children?: ReactNode
}

export function EntryLines({ title, rows, children }: Props) {
  const heading = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={heading}>
          {title}
        </Title>
        {children}
      </div>
      <ul className={classes.lines}>
        {rows.map((row) => (
          <li key={row.id}>
            <EntryLine row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EntryLine({ row }: { row: Row }) {
  const common = useMessages(commonMessages)
  const text = useMessages(dashboardMessages)
  const { userid } = useSession()
  const Icon = TYPE_ICONS[row.type]
  return (
    <Link className={`${classes.line} ${classes.entry}`} {...entryLink(row)}>
      <Icon size={16} aria-hidden className={classes.sign} />
      <span className={classes.name}>{row.title || common.untitled}</span>
      {row.locked === 1 && <Lock size={14} role="img" aria-label={text.locked} />}
      {row.status_title !== null && <LabelPill title={row.status_title} color={row.status_color} />}
      <span className={classes.quiet}>
        {row.userid !== userid && <span className={classes.person}>{row.fullname}</span>}
        <When at={row.modified_at} />
      </span>
    </Link>
  )
}
