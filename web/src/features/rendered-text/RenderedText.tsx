import { useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { enrich } from './enrich.ts'
import { EntryPreview } from './preview/EntryPreview.tsx'
import { renderedMessages } from './rendered-text.messages.ts'
import { safeDom } from './safe-dom.ts'
import { useRoomBeside } from './tables/room-beside.ts'
import styles from './written-text.module.css'

/** Read-only HTML. */
export function RenderedText({ html }: { html: string }) {
  const text = useMessages(renderedMessages)
  const place = useRef<HTMLDivElement>(null)
  useRoomBeside(place)
  useEffect(() => {
    place.current?.replaceChildren(safeDom(html, text))
    if (place.current) enrich(place.current, text)
  }, [html, text])
  return (
    <>
      {/* White space between the tags of other programs means nothing. */}
      <div ref={place} className={styles.text} style={{ whiteSpace: 'normal' }} />
      <EntryPreview area={place} />
    </>
  )
}
