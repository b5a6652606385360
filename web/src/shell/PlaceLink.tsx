import { Link } from '@tanstack/react-router'
import type { Place } from './navigation.ts'

interface Props {
  place: Place
  /** Use the short name. */
  isShort?: boolean
  className: string | undefined
  labelClassName?: string | undefined
  title?: string | undefined
}

/** A link of the navigation, marked on its own page. */
export function PlaceLink({ place, isShort, labelClassName, ...rest }: Props) {
  return (
    <Link {...rest} to={place.to} activeOptions={{ exact: place.to === '/', includeSearch: false }}>
      <place.icon size={18} aria-hidden />
      <span className={labelClassName}>{isShort ? place.shortName : place.name}</span>
    </Link>
  )
}
