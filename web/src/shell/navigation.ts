import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useSession } from '../features/session/session.queries.ts'
import type { Messages } from '../i18n/messages.tsx'

/** How sidebar, bottom bar, palette and the `g` keys show a page. It is declared at the route of the page. */
export interface PlaceInNavigation {
  name: Messages<string>
  /** For the bottom bar, which has little room. */
  shortName?: Messages<string>
  icon: LucideIcon
  keys: `g ${string}`
  /** Also in the bottom bar of small screens. */
  isOnPhones?: true
  isForSysadmins?: true
}

export interface Place extends PlaceInNavigation {
  to: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    place?: PlaceInNavigation
  }
}

/** The pages for this person, in the order of the routes. */
export function usePlaces(): readonly Place[] {
  const { routesById } = useRouter()
  const { is_sysadmin } = useSession()
  return placesOf(Object.values(routesById)).filter(({ isForSysadmins }) => !isForSysadmins || is_sysadmin === 1)
}

function placesOf(routes: readonly AnyRoute[]): Place[] {
  return routes.flatMap(({ fullPath, options }) => {
    const place = options.staticData?.place
    return place ? [{ ...place, to: fullPath }] : []
  })
}
