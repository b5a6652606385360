import type { Left } from '@aliquot/contract/timeline'
import type { MomentMessages } from './moments.messages.ts'
import type { RestoreMessages } from './restore.messages.ts'

const MOST_NAMED = 5

/** What could not be restored, in a sentence; undefined if everything could. */
export function tellLeft(left: readonly Left[], text: RestoreMessages, { fields }: MomentMessages): string | undefined {
  if (left.length === 0) return undefined
  const names = left.slice(0, MOST_NAMED).map((one) => nameOf(one, text, fields))
  const more = left.length - names.length
  return text.left([...names, ...(more > 0 ? [text.more(more)] : [])].join(', '))
}

function nameOf({ part, name }: Left, text: RestoreMessages, fields: Readonly<Record<string, string>>): string {
  if (part === 'field') return fields[name] ?? name
  if (part === 'link' && name === '') return text.hiddenLink
  return text[part](name)
}
