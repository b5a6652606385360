import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import type { Heading } from '../../rendered-text/headings.ts'
import classes from './Outline.module.css'
import { outlineMessages } from './outline.messages.ts'
import { goTo, useCurrentHeading } from './use-headings.ts'

/** The headings of a long text. Each has its own address. */
export function Outline({ headings, onGo }: { headings: readonly Heading[]; onGo?: () => void }) {
  const text = useMessages(outlineMessages)
  const navigate = useNavigate()
  const current = useCurrentHeading(headings)
  const follow = (heading: Heading) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: '.', hash: heading.anchor, replace: true, resetScroll: false, hashScrollIntoView: false })
    onGo?.()
    goTo(heading)
  }
  return (
    <nav aria-label={text.title} className={classes.outline}>
      <ul className={classes.list}>
        {headings.map((heading) => (
          <li key={heading.anchor}>
            <a
              href={`#${encodeURIComponent(heading.anchor)}`}
              className={classes.link}
              data-depth={Math.min(heading.depth, 3)}
              aria-current={heading === current ? 'location' : undefined}
              onClick={follow(heading)}
            >
              {heading.words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
