import { VisuallyHidden } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { onDemand, useTellMissing } from '../../ui/on-demand/on-demand.tsx'
import { bellMessages } from './bell.messages.ts'
import { loadNotifications } from './load-notifications.ts'
import classes from './NotificationBell.module.css'
import { useUnseenCount } from './unseen.queries.ts'

/** The panel is not part of the first page load. */
const NotificationPopover = onDemand(async () => (await loadNotifications()).NotificationPopover)
const prepare = () => void NotificationPopover.load().catch(() => {})

const MOST_WRITTEN = 99

interface Props {
  className: string | undefined
  labelClassName?: string | undefined
  title?: string | undefined
}

/** The number of unread notifications, which opens the panel. */
export function NotificationBell({ className, labelClassName, title }: Props) {
  const text = useMessages(bellMessages)
  const { language } = useLanguage()
  const unseen = useUnseenCount()
  const tellMissing = useTellMissing()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const open = async () => {
    try {
      await NotificationPopover.load()
      setWanted(true)
      setOpen(true)
    } catch {
      void tellMissing()
    }
  }
  const close = () => {
    setOpen(false)
    // After the panel has closed, which keeps the focus until then.
    setTimeout(() => buttonRef.current?.focus(), 50)
  }
  const button = (
    <button
      type="button"
      ref={buttonRef}
      className={className}
      title={title}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => (isOpen ? setOpen(false) : void open())}
    >
      <span className={classes.bell}>
        <Bell size={18} aria-hidden />
        {unseen > 0 && (
          <span className={classes.count} aria-hidden>
            {unseen > MOST_WRITTEN ? `${MOST_WRITTEN}+` : unseen}
          </span>
        )}
      </span>
      <span className={labelClassName}>
        {text.title}
        {unseen > 0 && (
          <VisuallyHidden component="span">
            {text.unseen(unseen.toLocaleString(localeOf(language)), unseen === 1)}
          </VisuallyHidden>
        )}
      </span>
    </button>
  )
  if (!isWanted) return button
  return <NotificationPopover target={button} isOpen={isOpen} close={close} leave={() => setOpen(false)} />
}
