import { Link } from '@tanstack/react-router'
import { useMessages } from '../i18n/messages.tsx'
import type { places } from './navigation.ts'
import { shellMessages } from './shell.messages.ts'

interface Props {
  place: (typeof places)[number]
  /** Where there is no room for its name. */
  short?: string
  className: string | undefined
  labelClassName?: string | undefined
  title?: string | undefined
}

/** One place of the navigation; it is marked while one is there. */
export function PlaceLink({ place, short, labelClassName, ...rest }: Props) {
  const text = useMessages(shellMessages)
  return (
    <Link {...rest} to={place.to} activeOptions={{ exact: place.to === '/', includeSearch: false }}>
      <place.icon size={18} aria-hidden />
      <span className={labelClassName}>{short ?? text[place.text]}</span>
    </Link>
  )
}
