import {
  FlaskConical,
  House,
  LayoutTemplate,
  ListTodo,
  Package,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useSession } from '../features/session/session.queries.ts'
import type { shellMessages } from './shell.messages.ts'

/** The places that sidebar, bottom bar, palette and the `g` keys lead to. */
export const places = [
  { to: '/', text: 'dashboard', icon: House, keys: 'g d' },
  { to: '/experiments', text: 'experiments', icon: FlaskConical, keys: 'g e' },
  { to: '/resources', text: 'resources', icon: Package, keys: 'g r' },
  { to: '/templates', text: 'templates', icon: LayoutTemplate, keys: 'g p' },
  { to: '/to-do', text: 'todo', icon: ListTodo, keys: 'g o' },
  { to: '/account/{-$section}', text: 'account', icon: UserRound, keys: 'g a' },
  { to: '/team/{-$section}', text: 'team', icon: UsersRound, keys: 'g t' },
  { to: '/admin/{-$section}', text: 'administration', icon: ShieldCheck, keys: 'g m' },
] as const satisfies readonly { to: string; text: keyof (typeof shellMessages)['en']; icon: unknown; keys: string }[]

/** Those that this person has a use for. */
export function usePlaces(): readonly (typeof places)[number][] {
  const { is_sysadmin } = useSession()
  return places.filter(({ to }) => to !== '/admin/{-$section}' || is_sysadmin === 1)
}
