import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useId } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import panels from '../../ui/layout/panels.module.css'
import { When } from '../../ui/time/When.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { useSession } from '../session/session.queries.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import { type RecentComment, recentComments } from './dashboard.queries.ts'
import classes from './RecentComments.module.css'

/** Who wrote what about one's own entries. */
export function RecentComments() {
  const text = useMessages(dashboardMessages)
  const heading = useId()
  const { data: comments = [] } = useQuery(recentComments())
  if (comments.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h5" mb="xs" id={heading}>
        {text.comments}
      </Title>
      <ul className={panels.lines}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentLine comment={comment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CommentLine({ comment }: { comment: RecentComment }) {
  const text = useMessages(dashboardMessages)
  const common = useMessages(commonMessages)
  const { userid } = useSession()
  const { entry } = comment
  const title = entry.title || common.untitled
  return (
    <Link className={panels.line} {...entryLink(entry)}>
      <MessageSquare size={16} aria-hidden />
      <div className={classes.words}>
        <div className={classes.who}>
          {comment.userid === userid ? text.youOn(title) : text.personOn(comment.fullname, title)}
        </div>
        <div className={classes.comment}>{withoutMentionLinks(comment.comment)}</div>
      </div>
      <span className={panels.quiet}>
        <When at={comment.created_at} />
      </span>
    </Link>
  )
}
