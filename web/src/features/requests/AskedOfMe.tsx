import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hand } from 'lucide-react'
import { useId } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import lines from '../../ui/layout/panels.module.css'
import { TodoLink } from '../../ui/layout/TodoLink.tsx'
import { When } from '../../ui/time/When.tsx'
import { entryLink, typeOfPage } from '../entry-data/entry-types.ts'
import classes from './AskedOfMe.module.css'
import { requestMessages } from './requests.messages.ts'
import { actionOf, ownRequests } from './requests.queries.ts'

/** The requests to the person; each is done on the page of its entry. `isWhole` also shows that there are none. */
export function AskedOfMe({ isWhole = false }: { isWhole?: boolean }) {
  const text = useMessages(requestMessages)
  const common = useMessages(commonMessages)
  const heading = useId()
  const { data: requests } = useQuery(ownRequests())
  if (!requests || (requests.length === 0 && !isWhole)) return null
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h5" mb="xs" id={heading}>
        {isWhole ? text.ofMe : <TodoLink>{text.ofMe}</TodoLink>}
      </Title>
      {requests.length === 0 && (
        <Text size="sm" c="var(--quiet)">
          {text.ofMeNone}
        </Text>
      )}
      <ul className={lines.lines} hidden={requests.length === 0}>
        {requests.map((request) => (
          <li key={request.id}>
            <Link
              className={lines.line}
              {...entryLink({ type: typeOfPage(request.entity_page), id: request.entity_id })}
            >
              <Hand size={16} aria-hidden="true" />
              <span className={classes.words}>
                <span className={lines.name}>{request.entity_title || common.untitled}</span>
                <span className={classes.quiet}>
                  {text.asksYou[actionOf(request)](request.requester_fullname)} · <When at={request.created_at} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
