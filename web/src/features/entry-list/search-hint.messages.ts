import { defineMessages } from '../../i18n/messages.tsx'

/** What the usual unfinished searches need. Others are told in the words of the service. */
export const searchHintMessages = defineMessages('searchHint', {
  quote: 'Add the closing quote to search.',
  parenthesis: 'Add the closing parenthesis to search.',
  valueOf: (field: string) => `Type what to look for after ${field}:`,
  term: 'Type what to look for next.',
})
