import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hand } from 'lucide-react'
import { useId } from 'react'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { When } from '../../ui/When.tsx'
import lines from '../dashboard/DashboardPage.module.css'
import { entryLink, typeOfPage } from '../entry/entry-types.ts'
import classes from './AskedOfMe.module.css'
import { actionOf, ownRequests } from './requests.queries.ts'
import { requestTexts } from './requests.text.ts'

/** What one is asked to do; it is done on the page of the entry. */
export function AskedOfMe() {
  const text = useTexts(requestTexts)
  const common = useTexts(commonTexts)
  const heading = useId()
  const { data: requests = [] } = useQuery(ownRequests())
  if (requests.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h5" mb="xs" id={heading}>
        {text.ofMe}
      </Title>
      <ul className={lines.lines}>
        {requests.map((request) => (
          <li key={request.id}>
            <Link
              className={lines.line}
              {...entryLink({ type: typeOfPage(request.entity_page), id: request.entity_id })}
            >
              <Hand size={16} aria-hidden="true" />
              <span className={classes.words}>
                <span className={lines.name}>{request.entity_title || common.untitled}</span>
                <span className={classes.quiet}>{text.asksYou[actionOf(request)](request.requester_fullname)}</span>
              </span>
              <span className={lines.quiet}>
                <When at={request.created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
