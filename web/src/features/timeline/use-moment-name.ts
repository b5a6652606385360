import type { TimelineItem } from '@aliquot/contract/timeline'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { exactTime } from '../../ui/time/time.ts'
import { describeItem } from './describe.ts'
import { timelineMessages } from './timeline.messages.ts'

/** When, who and what, in one line. */
export function useMomentName(): (item: TimelineItem) => string {
  const text = useMessages(timelineMessages)
  const { language } = useLanguage()
  return (item) =>
    `${exactTime(new Date(item.as_of), language)} · ${item.fullname || text.system} ${describeItem(item, text)}`
}
