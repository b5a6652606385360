import type { Entity } from '@aliquot/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { namesOf } from '../permissions/people.queries.ts'
import { useSession } from '../session/session.queries.ts'

/** The record has only the id of who locked it. */
export function useLockerName(entry: Entity): string | undefined {
  const session = useSession()
  const { lockedby } = entry
  const isKnown = lockedby === session.userid || lockedby === entry.userid
  const isAsked = entry.locked === 1 && lockedby !== null && !isKnown
  const { data: names } = useQuery({ ...namesOf(isAsked ? [lockedby] : []), enabled: isAsked })
  if (lockedby === null) return undefined
  if (lockedby === session.userid) return session.fullname
  return lockedby === entry.userid ? entry.fullname : names?.get(lockedby)
}
