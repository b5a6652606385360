import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { followMessages } from './follow.messages.ts'
import { useSetFollow } from './follows.queries.ts'
import classes from './NotificationsPage.module.css'
import { notificationsPageMessages } from './notifications-page.messages.ts'
import { followPages } from './notifications-page.queries.ts'
import { PagesOrNothing } from './PagesOrNothing.tsx'

/** The entries that one follows, with a way to stop. */
export function FollowedList() {
  const text = useMessages(notificationsPageMessages)
  const { unfollow } = useMessages(followMessages)
  const { show, fail } = useToasts()
  const pages = useInfiniteQuery(followPages())
  const { mutateAsync } = useSetFollow()
  return (
    <PagesOrNothing pages={pages} about="following">
      <ul className={classes.group}>
        {pages.data?.pages
          .flatMap((page) => page.rows)
          .map(({ entity_type: type, entity_id: id, title }) => {
            const entry = { type, id }
            const set = (isWanted: boolean) => mutateAsync({ entry, isWanted })
            return (
              <li key={id} className={classes.followed}>
                <Link {...entryLink(entry)} className={classes.title}>
                  {title}
                </Link>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={text.unfollow(title)}
                  onClick={() => {
                    set(false)
                      .then(() => show({ message: text.unfollowed, undo: () => set(true) }))
                      .catch(fail)
                  }}
                >
                  {unfollow}
                </Button>
              </li>
            )
          })}
      </ul>
    </PagesOrNothing>
  )
}
