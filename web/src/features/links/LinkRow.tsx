import type { RelatedExperiment, RelatedItem } from '@aliquot/contract/links'
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Archive, X } from 'lucide-react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { TYPE_ICONS } from '../entry-data/type-icons.ts'
import { LabelPill } from '../labels/LabelPill.tsx'
import classes from './LinkSection.module.css'
import { linkMessages } from './links.messages.ts'
import { refOf } from './links.queries.ts'

interface Props {
  link: RelatedExperiment | RelatedItem
  /** Undefined if it cannot be removed here. */
  take?: (() => void) | undefined
}

const ARCHIVED = 2

export function LinkRow({ link, take }: Props) {
  const text = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const Icon = TYPE_ICONS[link.type]
  return (
    <li className={classes.row}>
      <Icon size={16} className={classes.sign} role="img" aria-label={text.types[link.type]} />
      <Link {...entryLink(refOf(link))} className={classes.title}>
        {link.title || common.untitled}
      </Link>
      <span className={classes.labels}>
        {link.status_title !== null && <LabelPill title={link.status_title} color={link.status_color} />}
        {link.category_title !== null && <LabelPill title={link.category_title} color={link.category_color} />}
        {link.link_state === ARCHIVED && <Archive size={14} role="img" aria-label={text.archived} />}
      </span>
      {take && (
        <ActionIcon
          className={`${classes.tool} no-print`}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={text.remove(link.title)}
          onClick={take}
        >
          <X size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}
