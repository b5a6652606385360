import type { Left } from '@aliquot/contract/timeline'
import type { Language } from '../../i18n/catalogue.ts'
import { sayOfField } from '../../i18n/refusals.ts'
import type { MomentMessages } from './moments.messages.ts'
import type { RestoreMessages } from './restore.messages.ts'

const MOST_NAMED = 5

/** What could not be restored and why, in a sentence; undefined if everything could. */
export function tellLeft(
  left: readonly Left[],
  text: RestoreMessages,
  { fields }: MomentMessages,
  language: Language,
): string | undefined {
  if (left.length === 0) return undefined
  const names = left.slice(0, MOST_NAMED).map((one) => withReason(one, nameOf(one, text, fields), language))
  const more = left.length - names.length
  return text.left([...names, ...(more > 0 ? [text.more(more)] : [])].join(', '))
}

/** The name of a hidden link says why. */
function withReason({ part, name, reason, code, field, params }: Left, shown: string, language: Language): string {
  if (part === 'link' && name === '') return shown
  return `${shown} (${sayOfField({ reason: code, field, params, message: reason }, language)})`
}

function nameOf({ part, name }: Left, text: RestoreMessages, fields: Readonly<Record<string, string>>): string {
  if (part === 'field') return fields[name] ?? name
  if (part === 'link' && name === '') return text.hiddenLink
  return text[part](name)
}
