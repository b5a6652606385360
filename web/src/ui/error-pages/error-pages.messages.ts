import { defineMessages } from '../../i18n/messages.tsx'

export const errorMessages = defineMessages(
  {
    title: 'Something went wrong',
    hint: 'What you typed is kept on this device. Try again; if it happens once more, tell whoever runs the server:',
    notFound: 'There is nothing here',
    notFoundHint: 'The address may be mistyped, or the entry was moved. Your experiments are in the list.',
    forbidden: 'You may not see this',
    forbiddenHint: 'Ask its owner to share it with you or your team.',
    backToList: 'Go to the experiments',
    unreachable: 'The server does not answer',
    unreachableHint: 'What you typed is kept on this device. This page comes back as soon as the server does.',
    reloading: 'One moment',
    reloadingHint: 'The server was updated, and the page is loaded again. What you typed is kept on this device.',
  },
  {
    fr: {
      title: 'Une erreur s’est produite',
      hint: 'Ce que vous avez tapé est gardé sur cet appareil. Réessayez ; si cela se reproduit, signalez-le à la personne qui gère le serveur :',
      notFound: 'Il n’y a rien ici',
      notFoundHint: 'L’adresse est peut-être erronée, ou l’entrée a été déplacée. Vos expériences sont dans la liste.',
      forbidden: 'Vous ne pouvez pas voir ceci',
      forbiddenHint: 'Demandez à son propriétaire de le partager avec vous ou votre équipe.',
      backToList: 'Aller aux expériences',
      unreachable: 'Le serveur ne répond pas',
      unreachableHint:
        'Ce que vous avez tapé est gardé sur cet appareil. Cette page revient dès que le serveur répond.',
      reloading: 'Un instant',
      reloadingHint:
        'Le serveur a été mis à jour et la page se recharge. Ce que vous avez tapé est gardé sur cet appareil.',
    },
  },
)
