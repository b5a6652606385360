import { Link } from '@tanstack/react-router'
import type { Place } from './navigation.ts'

interface Props {
  place: Place
  className: string | undefined
  labelClassName?: string | undefined
  title?: string | undefined
}

/** A link of the navigation, marked on its own page. */
export function PlaceLink({ place, labelClassName, ...rest }: Props) {
  return (
    <Link {...rest} to={place.to} activeOptions={{ exact: place.to === '/', includeSearch: false }}>
      <place.icon size={18} aria-hidden />
      <span className={labelClassName}>{place.name}</span>
    </Link>
  )
}
