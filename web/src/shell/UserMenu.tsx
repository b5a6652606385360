import type { ReactNode } from 'react'
import { useSession } from '../features/session/session.queries.ts'
import { onDemand } from '../ui/on-demand/on-demand.tsx'
import type { Dialogs } from './dialogs.ts'
import { MenuOnDemand } from './MenuOnDemand.tsx'
import classes from './Sidebar.module.css'

const UserMenuOpened = onDemand(async () => (await import('./UserMenuOpened.tsx')).UserMenuOpened)

interface Props {
  dialogs: Dialogs
  isNarrow: boolean
  /** The class and content of the button, if it does not show the person's name. */
  className?: string | undefined
  children?: ReactNode
}

/** The account menu: look, language, account, signing out. */
export function UserMenu({ dialogs, isNarrow, className = classes.item, children }: Props) {
  const { fullname } = useSession()
  return (
    <MenuOnDemand
      load={UserMenuOpened.load}
      className={className}
      title={isNarrow && !children ? fullname : undefined}
      opened={(target) => <UserMenuOpened dialogs={dialogs} target={target} />}
    >
      {children ?? (
        <>
          <span className={classes.avatar} aria-hidden>
            {initials(fullname)}
          </span>
          <span className={classes.label}>{fullname}</span>
        </>
      )}
    </MenuOnDemand>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}
