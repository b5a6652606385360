import { defineMessages } from '../../../i18n/messages.tsx'

export const calendarMessages = defineMessages('calendar', {
  calendar: (span: string) => `Calendar of ${span}`,
  span: 'Period',
  month: 'Month',
  week: 'Week',
  today: 'Today',
  before: { month: 'Previous month', week: 'Previous week' },
  after: { month: 'Next month', week: 'Next week' },
  newOn: (day: string) => `New entry on ${day}`,
  more: (count: string) => `+${count} more`,
  newHere: 'New entry',
  nothing: 'No entries on this day.',
  nothingInMonth: 'No entries in this period.',
  movedTo: (day: string, some: string) => `Moved to ${day}: ${some}`,
  notMoved: (count: number, of: number) => `${count} of ${of} could not be moved`,
  shortcuts: {
    group: 'Calendar',
    days: 'Go from day to day',
    months: 'Previous or next period',
    open: 'Open day',
    move: 'Move entry by a day or a week',
  },
})
