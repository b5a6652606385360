import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
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
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && link) showInside(list.current, link)
  }, [current])
  const follow = (heading: Heading) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: '.', hash: heading.anchor, replace: true, resetScroll: false, hashScrollIntoView: false })
    onGo?.()
    goTo(heading)
  }
  return (
    <nav ref={list} aria-label={text.title} className={classes.outline}>
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

/** Scrolls only the list: scrollIntoView would move the page as well. */
function showInside(list: HTMLElement | null, link: HTMLElement): void {
  if (!list) return
  const [frame, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  if (place.top < frame.top) list.scrollTop -= frame.top - place.top
  else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom
}
