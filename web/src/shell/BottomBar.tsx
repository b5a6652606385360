import { CircleUserRound, Plus, Search } from 'lucide-react'
import { useNewEntry } from '../features/new-entry/use-new-entry.ts'
import { NotificationBell } from '../features/notifications/NotificationBell.tsx'
import { useMessages } from '../i18n/messages.tsx'
import classes from './BottomBar.module.css'
import type { Dialogs } from './dialogs.ts'
import { usePlaces } from './navigation.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { shellMessages } from './shell.messages.ts'
import { UserMenu } from './UserMenu.tsx'

/** The navigation of small screens, in reach of the thumb. */
export function BottomBar({ dialogs }: { dialogs: Dialogs }) {
  const text = useMessages(shellMessages)
  const { create, isPending } = useNewEntry('experiments')
  const places = usePlaces().filter(({ isOnPhones }) => isOnPhones)
  return (
    <nav className={`${classes.bar} no-print`} aria-label={text.navigation}>
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} className={classes.item} />
      ))}
      <button
        type="button"
        className={`${classes.item} ${classes.action}`}
        data-primary
        data-tour="new"
        onClick={create}
        disabled={isPending}
        aria-label={text.newWithShort}
      >
        <Plus size={20} aria-hidden />
        <span>{text.new}</span>
      </button>
      <button
        type="button"
        className={`${classes.item} ${classes.action}`}
        onClick={() => dialogs.show('palette')}
        data-tour="search"
      >
        <Search size={18} aria-hidden />
        <span>{text.searchShort}</span>
      </button>
      <NotificationBell className={`${classes.item} ${classes.action}`} />
      <UserMenu dialogs={dialogs} isNarrow className={`${classes.item} ${classes.action}`}>
        <CircleUserRound size={18} aria-hidden />
        {text.account}
      </UserMenu>
    </nav>
  )
}
