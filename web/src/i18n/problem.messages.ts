import { defineMessages } from './messages.tsx'

interface ProblemMessages {
  unreachable: string
  busy: string
  fault: string
  wait(seconds: number): string
  /** By status. The service's own sentence is shown below. */
  byStatus: Readonly<Record<number, string>>
}

export const problemMessages = defineMessages<ProblemMessages>(
  {
    unreachable: 'The server cannot be reached. Check the connection, then try again.',
    busy: 'The server cannot store anything at the moment. Try again in a little while.',
    fault: 'Something went wrong on the server. Try again; if it stays, tell whoever runs it.',
    wait: (seconds) =>
      seconds > 90
        ? `Too many requests. Try again in ${Math.ceil(seconds / 60)} minutes.`
        : 'Too many requests. Wait a moment, then try again.',
    byStatus: {
      400: 'The server did not take this.',
      401: 'Your session has ended. Sign in again to go on.',
      403: 'You are not allowed to do this.',
      404: 'This is not there any more.',
      409: 'This does not fit with what is there already.',
      412: 'Somebody else has changed this meanwhile. Look at it again, then repeat your change.',
      413: 'This is too large for the server.',
      422: 'This cannot be done as things are.',
      429: 'Too many requests. Wait a moment, then try again.',
    },
  },
  {
    fr: {
      unreachable: 'Le serveur est injoignable. Vérifiez la connexion, puis réessayez.',
      busy: 'Le serveur ne peut rien enregistrer pour l’instant. Réessayez un peu plus tard.',
      fault: 'Une erreur est survenue sur le serveur. Réessayez ; si elle persiste, prévenez la personne qui le gère.',
      wait: (seconds) =>
        seconds > 90
          ? `Trop de demandes. Réessayez dans ${Math.ceil(seconds / 60)} minutes.`
          : 'Trop de demandes. Attendez un instant, puis réessayez.',
      byStatus: {
        400: 'Le serveur a refusé cette saisie.',
        401: 'Votre session est terminée. Reconnectez-vous pour continuer.',
        403: 'Vous n’avez pas le droit de faire cela.',
        404: 'Cet élément n’existe plus.',
        409: 'Cela ne va pas avec ce qui existe déjà.',
        412: 'Quelqu’un d’autre a modifié cet élément entre-temps. Relisez-le, puis refaites votre modification.',
        413: 'C’est trop volumineux pour le serveur.',
        422: 'Ce n’est pas possible dans l’état actuel.',
        429: 'Trop de demandes. Attendez un instant, puis réessayez.',
      },
    },
  },
)
