import { useMediaQuery } from '@mantine/hooks'
import { PanelLeftClose, PanelLeftOpen, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useNewEntry } from '../features/new-entry/use-new-entry.ts'
import { bellMessages } from '../features/notifications/bell.messages.ts'
import { NotificationBell } from '../features/notifications/NotificationBell.tsx'
import { useMessages } from '../i18n/messages.tsx'
import { Keys } from '../ui/keys/Keys.tsx'
import { useStored } from '../ui/stored.ts'
import type { Dialogs } from './dialogs.ts'
import { usePlaces } from './navigation.ts'
import { PlaceLink } from './PlaceLink.tsx'
import classes from './Sidebar.module.css'
import { SidebarViews } from './SidebarViews.tsx'
import { shellMessages } from './shell.messages.ts'
import { TeamSwitcher } from './TeamSwitcher.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Sidebar({ dialogs }: { dialogs: Dialogs }) {
  const text = useMessages(shellMessages)
  const bell = useMessages(bellMessages)
  const places = usePlaces()
  const { create, isPending } = useNewEntry('experiments')
  const [isNarrow, setNarrow] = useNarrow()
  /** Without labels the icons get a tooltip. */
  const hint = (words: string) => ({ title: isNarrow ? words : undefined })
  return (
    <nav className={`${classes.sidebar} no-print`} data-narrow={isNarrow || undefined} aria-label={text.navigation}>
      <TeamSwitcher isNarrow={isNarrow} />
      <button
        type="button"
        className={classes.create}
        onClick={create}
        data-tour="new"
        disabled={isPending}
        {...hint(text.newExperiment)}
      >
        <Plus size={18} aria-hidden />
        <span className={classes.label}>{text.newExperiment}</span>
        <Keys of="c" />
      </button>
      <button
        type="button"
        className={classes.item}
        onClick={() => dialogs.show('palette')}
        data-tour="search"
        {...hint(text.search)}
      >
        <Search size={18} aria-hidden />
        <span className={classes.label}>{text.searchShort}</span>
        <Keys of="mod+k" />
      </button>
      <div className={classes.places}>
        {places.map((place) => (
          <PlaceLink
            key={place.to}
            place={place}
            className={classes.item}
            labelClassName={classes.label}
            {...hint(place.name)}
          />
        ))}
        {!isNarrow && <SidebarViews />}
      </div>
      <NotificationBell className={classes.item} labelClassName={classes.label} {...hint(bell.title)} />
      <UserMenu dialogs={dialogs} isNarrow={isNarrow} />
      <button
        type="button"
        className={classes.item}
        aria-expanded={!isNarrow}
        aria-label={`${isNarrow ? text.expand : text.collapse} ${text.sidebar}`}
        onClick={() => setNarrow(!isNarrow)}
      >
        {isNarrow ? <PanelLeftOpen size={18} aria-hidden /> : <PanelLeftClose size={18} aria-hidden />}
        <span className={classes.label}>{text.collapse}</span>
      </button>
    </nav>
  )
}

/** Whether it is folded: by choice, and on a screen with little room until somebody opens it. */
function useNarrow(): [boolean, (isNarrow: boolean) => void] {
  const [isNarrow, setNarrow] = useStored('aliquot-sidebar-narrow', false)
  const [isOpened, setOpened] = useState(false)
  const isTight = useMediaQuery('(width < 64em)', false, { getInitialValueInEffect: false })
  return isTight ? [!isOpened, (wanted) => setOpened(!wanted)] : [isNarrow, setNarrow]
}
