import { useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { enrich } from './enrich.ts'
import { type CurrentTitles, showTitles } from './links/current-titles.ts'
import { showNames } from './links/mentioned-people.ts'
import { EntryPreview } from './preview/EntryPreview.tsx'
import { renderedMessages } from './rendered-text.messages.ts'
import { safeDom } from './safe-dom.ts'
import { useRoomBeside } from './tables/room-beside.ts'
import styles from './written-text.module.css'

interface Props {
  html: string
  /** Of the entries that its links lead to. Without them, links show the words stored, as in the history. */
  titles?: CurrentTitles | undefined
}

/** Read-only HTML. */
export function RenderedText({ html, titles }: Props) {
  const text = useMessages(renderedMessages)
  const place = useRef<HTMLDivElement>(null)
  useRoomBeside(place)
  useEffect(() => {
    place.current?.replaceChildren(safeDom(html, text))
    if (!place.current) return
    if (titles) {
      showTitles(place.current, titles)
      showNames(place.current, titles)
    }
    enrich(place.current, text)
  }, [html, text, titles])
  return (
    <>
      {/* White space between the tags of other programs means nothing. */}
      <div ref={place} className={styles.text} style={{ whiteSpace: 'normal' }} />
      <EntryPreview area={place} />
    </>
  )
}
