import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/text.tsx'
import type { places } from './navigation.ts'
import { shellTexts } from './shell.text.ts'

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
  const text = useTexts(shellTexts)
  return (
    <Link {...rest} to={place.to} activeOptions={{ exact: place.to === '/', includeSearch: false }}>
      <place.icon size={18} aria-hidden />
      <span className={labelClassName}>{short ?? text[place.text]}</span>
    </Link>
  )
}
