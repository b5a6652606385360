import { defineMessages } from '../../i18n/messages.tsx'

export const newEntryMessages = defineMessages(
  {
    chooser: { experiments: 'New experiment from a template', items: 'New resource from a template' },
    forced: 'Your team starts every entry from a template. Choose one:',
    find: 'Find a template',
    none: 'There is no template yet.',
    noneFound: 'No template has these words in it.',
    makeOne: { experiments: 'Go to the experiment templates', items: 'Go to the resource templates' },
    fromTemplate: 'New from a template',
    more: 'More ways to make one',
    templateMade: 'Template made from it',
    notCreated: 'The server does not answer, so nothing was created. Try again when it is back.',
  },
  {
    fr: {
      chooser: {
        experiments: 'Nouvelle expérience à partir d’un modèle',
        items: 'Nouvelle ressource à partir d’un modèle',
      },
      forced: 'Dans votre équipe, tout commence par un modèle. Choisissez-en un :',
      find: 'Chercher un modèle',
      none: 'Il n’y a pas encore de modèle.',
      noneFound: 'Aucun modèle ne contient ces mots.',
      makeOne: { experiments: 'Aller aux modèles d’expérience', items: 'Aller aux modèles de ressource' },
      fromTemplate: 'À partir d’un modèle',
      more: 'Autres façons de créer',
      templateMade: 'Voici le modèle créé',
      notCreated: 'Le serveur ne répond pas, rien n’a été créé. Réessayez quand il sera revenu.',
    },
  },
)
