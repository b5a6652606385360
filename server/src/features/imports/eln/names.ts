import { NAME_LIMIT } from '@aliquot/contract/limits'
import { cutUnits } from '../../../lib/text.ts'
import type { IncomingLabel, IncomingPerson } from '../incoming.ts'
import type { Notes } from './scope.ts'

/** Of a person: some programs have all authors in one name. */
const LONGEST_NAME = 500
/** No address is longer (RFC 5321). */
const LONGEST_EMAIL = 320
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** Checks the length first: the expression is quadratic, and texts may have 16 MB. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text)
}

/** A person whose name is not longer than names are: it comes back with each of their entries and comments. */
export function personNamed(
  name: string,
  { email = null, orcid = null }: { email?: string | null; orcid?: string | null } = {},
  notes?: Notes,
): IncomingPerson {
  const isLong = email !== null && email.length > LONGEST_EMAIL
  if (isLong) notes?.add('not_understood', email)
  // A part of an address is the address of somebody else.
  return { name: cutName(name, LONGEST_NAME, notes), email: isLong ? null : email, orcid }
}

export function labelNamed(title: string, color: string | null, notes: Notes): IncomingLabel {
  return { title: cutName(title, NAME_LIMIT.most, notes), color }
}

function cutName(name: string, most: number, notes: Notes | undefined): string {
  if (name.length <= most) return name
  notes?.add('not_understood', name)
  // A copy, because a slice would hold the whole text.
  return Buffer.from(cutUnits(name, most)).toString()
}
