import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useSession } from '../features/session/session.queries.ts'
import { useMessages } from '../i18n/messages.tsx'
import { type PlaceName, placeMessages } from './navigation.messages.ts'

/** How sidebar, bottom bar, palette and the `g` keys show a page. It is declared at the route of the page. */
export interface PlaceInNavigation {
  name: PlaceName
  icon: LucideIcon
  keys: `g ${string}`
  /** Also in the bottom bar of small screens. */
  isOnPhones?: true
  isForSysadmins?: true
}

export interface Place extends Omit<PlaceInNavigation, 'name'> {
  to: string
  /** In the reader's language. */
  name: string
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
  const names = useMessages(placeMessages)
  return placesOf(Object.values(routesById), names).filter(({ isForSysadmins }) => !isForSysadmins || is_sysadmin === 1)
}

function placesOf(routes: readonly AnyRoute[], names: Readonly<Record<PlaceName, string>>): Place[] {
  return routes.flatMap(({ fullPath, options }) => {
    const place = options.staticData?.place
    if (!place) return []
    return [{ ...place, to: fullPath, name: names[place.name] }]
  })
}
