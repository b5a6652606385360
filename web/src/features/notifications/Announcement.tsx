import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Megaphone } from 'lucide-react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { LinkedText } from '../../ui/words/LinkedText.tsx'
import { linesOfHtml } from '../../ui/words/plain-html.ts'
import classes from './Announcement.module.css'

interface Props {
  label: string
  /** Its source, such as `team-3`: for each source only the last dismissed one is remembered. */
  from: string
  html: string
}

/** An announcement, until the person dismisses it; a new one is shown again. */
export function Announcement({ label, from, html }: Props) {
  const common = useMessages(commonMessages)
  const [closed, setClosed] = useLocalStorage({
    key: `aliquot-announcement-${from}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const words = linesOfHtml(html)
  if (words === '' || words === closed) return null
  return (
    <section className={`${classes.announcement} no-print`} aria-label={label}>
      <Megaphone size={16} aria-hidden />
      <p>
        <LinkedText>{words}</LinkedText>
      </p>
      <CloseButton aria-label={`${common.close}: ${label}`} onClick={() => setClosed(words)} />
    </section>
  )
}
