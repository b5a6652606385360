import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { NotificationList } from './NotificationList.tsx'
import classes from './NotificationPopover.module.css'
import { notificationMessages } from './notifications.messages.ts'

interface Props {
  target: ReactElement
  isOpen: boolean
  /** Closes and returns the focus. */
  close(): void
  /** Closes for navigation. */
  leave(): void
}

/** The panel of the bell, loaded when it is first opened. */
export function NotificationPopover({ target, isOpen, close, leave }: Props) {
  const text = useMessages(notificationMessages)
  const isPhone = useIsPhone()
  return (
    <Popover
      opened={isOpen}
      onChange={(wants) => !wants && close()}
      position={isPhone ? 'top' : 'right-end'}
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      floatingStrategy="fixed"
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={text.title} className={classes.panel}>
        <NotificationList leave={leave} />
      </Popover.Dropdown>
    </Popover>
  )
}
