import { defineMessages } from '../../i18n/messages.tsx'

export const shareMessages = defineMessages(
  {
    nothing: 'There is nothing to see here',
    nothingHint: 'The link is wrong, or whoever shared it has ended it. Ask them for a new one.',
    by: (name: string, team: string) => `By ${name}, ${team}`,
    changed: 'changed',
    signIn: 'Sign in',
    tags: 'Tags',
    fields: 'Fields',
    readOnly: 'Shared with you by a link',
    yes: 'yes',
    no: 'no',
  },
  {
    fr: {
      nothing: 'Il n’y a rien à voir ici',
      nothingHint: 'Le lien est erroné, ou la personne qui l’a partagé y a mis fin. Demandez-lui un nouveau lien.',
      by: (name: string, team: string) => `Par ${name}, ${team}`,
      changed: 'modifié',
      signIn: 'Se connecter',
      tags: 'Étiquettes',
      fields: 'Champs',
      readOnly: 'Partagé avec vous par un lien',
      yes: 'oui',
      no: 'non',
    },
  },
)
