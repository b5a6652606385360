import { FlaskConical, House, UserRound } from 'lucide-react'
import type { shellTexts } from './shell.text.ts'

/** The places that sidebar, bottom bar, palette and the `g` keys lead to. */
export const places = [
  { to: '/', text: 'dashboard', icon: House, keys: 'g d' },
  { to: '/experiments', text: 'experiments', icon: FlaskConical, keys: 'g e' },
  { to: '/account/{-$section}', text: 'account', icon: UserRound, keys: 'g a' },
] as const satisfies readonly { to: string; text: keyof (typeof shellTexts)['en']; icon: unknown; keys: string }[]
