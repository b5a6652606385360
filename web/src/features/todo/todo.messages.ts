import { defineMessages } from '../../i18n/messages.tsx'

export const todoMessages = defineMessages('todo', {
  title: 'To do',
  own: 'Your list',
  add: 'Note something to do',
  placeholder: 'Note something to do…',
  hint: 'Only you see this list.',
  tick: (body: string) => `Done: ${body}`,
  rename: (body: string) => `Change “${body}”`,
  done: (body: string) => `“${body}” is done`,
  showAll: (count: number) => `Show all ${count}`,
})
