import { defineMessages } from '../../i18n/messages.tsx'

export const onDemandMessages = defineMessages(
  {
    needsNetwork: 'This needs the network the first time. Try again when the connection is back.',
    updated: 'This part did not come. If the server was updated, load the page again; what you typed is kept.',
    reload: 'Load the page again',
  },
  {
    fr: {
      needsNetwork: 'La première fois, il faut le réseau. Réessayez quand la connexion sera rétablie.',
      updated:
        'Cette partie n’a pas pu être chargée. Si le serveur a été mis à jour, rechargez la page ; votre texte est gardé.',
      reload: 'Recharger la page',
    },
  },
)
