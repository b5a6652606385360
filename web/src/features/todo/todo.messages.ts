import { defineMessages } from '../../i18n/messages.tsx'

export const todoMessages = defineMessages('todo', {
  title: 'To do',
  own: 'Your list',
  add: 'Add a to-do',
  placeholder: 'Add a to-do…',
  hint: 'Only you can see this list.',
  tick: (body: string) => `Done: ${body}`,
  rename: (body: string) => `Edit “${body}”`,
  done: (body: string) => `“${body}” done`,
  showAll: (count: number) => `Show all ${count}`,
})
