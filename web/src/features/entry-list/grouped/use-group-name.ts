import type { EntityGroup, Grouping } from '@aliquot/contract/entity-groups'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'

/** The name of a group in its heading. */
export function useGroupName(by: Grouping): (group: Pick<EntityGroup, 'value' | 'title'>) => string {
  const label = useMessages(labelMessages)
  const common = useMessages(commonMessages)
  const { language } = useLanguage()
  return ({ value, title }) => {
    if (by === 'month') return monthName(value, language)
    if (by === 'owner') return title ?? value
    return value === 'null' ? label.without[by] : title || common.untitled
  }
}

/** Formats `2026-03` as `March 2026`. */
export function monthName(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
