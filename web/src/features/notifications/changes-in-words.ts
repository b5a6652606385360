import type { Language } from '../../i18n/catalogue.ts'
import { localeOf } from '../../i18n/locale.ts'
import type { NotificationMessages } from './notifications.messages.ts'

type Happened = keyof NotificationMessages['happened']

const OF_PART: Record<string, Happened> = { comment: 'comments', step: 'steps', upload: 'files', link: 'links' }

/** Changes of a followed entry in a few words, parts together: "Edited 3 times, 1 comment". */
export function wordsOfChanges(
  changes: readonly { kind: string; count: number }[],
  text: NotificationMessages,
  language: Language,
): string {
  const counts = new Map<Happened, number>()
  for (const { kind, count } of changes) {
    const happened = happenedBy(kind)
    counts.set(happened, (counts.get(happened) ?? 0) + count)
  }
  return [...counts]
    .map(([happened, count]) => text.happened[happened](count.toLocaleString(localeOf(language)), count === 1))
    .join(', ')
}

function happenedBy(kind: string): Happened {
  const [noun = '', verb = ''] = kind.split('.')
  const part = OF_PART[noun]
  if (part) return part
  return verb === 'archived' || verb === 'unarchived' || verb === 'deleted' || verb === 'restored' ? verb : 'edited'
}
