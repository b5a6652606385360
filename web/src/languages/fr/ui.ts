import type { WordsOf } from '../../i18n/messages.tsx'
import type { errorMessages } from '../../ui/error-pages/error-pages.messages.ts'
import type { onDemandMessages } from '../../ui/on-demand/on-demand.messages.ts'
import type { themeMessages } from '../../ui/theme/theme-choice.messages.ts'
import type { toastMessages } from '../../ui/toasts/toasts.messages.ts'

export const toast: WordsOf<typeof toastMessages> = {
  area: 'Notifications',
  undoLast: 'Annuler la dernière action',
  group: 'Partout',
}

export const theme: WordsOf<typeof themeMessages> = {
  title: 'Thème',
  light: 'Clair',
  dark: 'Sombre',
  auto: 'Système',
}

export const onDemand: WordsOf<typeof onDemandMessages> = {
  needsNetwork: 'La première fois, il faut le réseau. Réessayez quand la connexion sera rétablie.',
  updated:
    'Cette partie n’a pas pu être chargée. Si le serveur a été mis à jour, rechargez la page ; votre texte est gardé.',
  reload: 'Recharger la page',
}

export const error: WordsOf<typeof errorMessages> = {
  title: 'Une erreur s’est produite',
  hint: 'Votre texte est gardé sur cet appareil. Réessayez. Si cela se reproduit, contactez votre administrateur :',
  notFound: 'Page introuvable',
  notFoundHint: 'L’adresse est peut-être erronée, ou l’entrée a été déplacée. Vos expériences sont dans la liste.',
  forbidden: 'Vous n’avez pas accès',
  forbiddenHint: 'Demandez à son propriétaire de le partager avec vous ou votre équipe.',
  backToList: 'Aller aux expériences',
  unreachable: 'Serveur injoignable',
  unreachableHint: 'Ce que vous avez tapé est gardé sur cet appareil. Cette page revient dès que le serveur répond.',
  reloading: 'Un instant',
  reloadingHint:
    'Le serveur a été mis à jour et la page se recharge. Ce que vous avez tapé est gardé sur cet appareil.',
}
