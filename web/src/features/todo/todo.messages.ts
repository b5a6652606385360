import { defineMessages } from '../../i18n/messages.tsx'

export const todoMessages = defineMessages(
  {
    title: 'To do',
    own: 'Your list',
    add: 'Note something to do',
    placeholder: 'Note something to do…',
    hint: 'Only you see this list.',
    tick: (body: string) => `Done: ${body}`,
    rename: (body: string) => `Change “${body}”`,
    done: (body: string) => `“${body}” is done`,
    showAll: (count: number) => `Show all ${count}`,
  },
  {
    fr: {
      title: 'À faire',
      own: 'Votre liste',
      add: 'Noter une chose à faire',
      placeholder: 'Noter une chose à faire…',
      hint: 'Vous seul voyez cette liste.',
      tick: (body) => `Fait : ${body}`,
      rename: (body) => `Modifier « ${body} »`,
      done: (body) => `« ${body} » est fait`,
      showAll: (count) => `Tout afficher (${count})`,
    },
  },
)
