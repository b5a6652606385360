import { defineTexts } from '../i18n/text.tsx'

export const errorTexts = defineTexts(
  {
    title: 'Something went wrong',
    notFound: 'There is nothing here',
    notFoundHint: 'The address may be mistyped, or the entry was moved. Your experiments are in the list.',
    forbidden: 'You may not see this',
    forbiddenHint: 'Ask its owner to share it with you or your team.',
    backToList: 'Go to the experiments',
  },
  {
    fr: {
      title: 'Une erreur s’est produite',
      notFound: 'Il n’y a rien ici',
      notFoundHint: 'L’adresse est peut-être erronée, ou l’entrée a été déplacée. Vos expériences sont dans la liste.',
      forbidden: 'Vous ne pouvez pas voir ceci',
      forbiddenHint: 'Demandez à son propriétaire de le partager avec vous ou votre équipe.',
      backToList: 'Aller aux expériences',
    },
  },
)
