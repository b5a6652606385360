import { dayOf, instantOf } from './dates.ts'
import type { Scope } from './scope.ts'
import { type Properties, textOf } from './values.ts'

/** The instant of a property. One that could not be read is noted. */
export function instantIn(scope: Scope, node: Properties, name: string): string | null {
  const text = textOf(node, name)
  if (text === undefined) return null
  const instant = instantOf(text)
  // A day without a time is right, but no instant.
  if (instant === undefined && dayOf(text) === undefined) scope.notes.add('bad_instant', `${name}: ${text}`)
  return instant ?? null
}

const DAYS = ['temporal', 'temporalCoverage', 'dateCreated', 'startDate', 'startTime', 'datePublished']

/** The date of an entry: what it says, and otherwise the day on which it was made. */
export async function dateIn(scope: Scope, node: Properties): Promise<string | null> {
  const day = firstDay(node)
  const told = textOf(node, 'temporal')
  if (told !== undefined && dayOf(told) === undefined) scope.notes.add('bad_instant', `temporal: ${told}`)
  if (day !== undefined) return day
  // Repositories date the study that a dataset is a part of.
  for (const whole of await scope.followAll(node.get('isPartOf'))) {
    const found = firstDay(whole)
    if (found !== undefined) return found
  }
  return null
}

function firstDay(node: Properties): string | undefined {
  for (const name of DAYS) {
    const day = dayOf(textOf(node, name) ?? '')
    if (day !== undefined) return day
  }
  return undefined
}
