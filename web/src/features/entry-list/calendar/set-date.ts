import type { BulkAction } from '../bulk/bulk-actions.ts'
import { changeFields } from '../bulk/change-fields.ts'
import type { calendarMessages } from './calendar.messages.ts'

/** Moves entries to a day, whose name is for the message. */
export function setDate(day: string, name: string, text: typeof calendarMessages.english): BulkAction {
  return {
    name: { done: (some) => text.movedTo(name, some), failed: text.notMoved },
    run: (row) => changeFields(row, () => ({ date: day })),
    preview: (row) => ({ ...row, date: day }),
  }
}
