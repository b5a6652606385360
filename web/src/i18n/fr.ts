import type { Messages } from './en.ts'

export const fr: Messages = {
  app: { name: 'Aliquot', tagline: 'Votre cahier de laboratoire' },
  common: {
    save: 'Enregistrer',
    cancel: 'Annuler',
    close: 'Fermer',
    undo: 'Annuler l’action',
    delete: 'Supprimer',
    retry: 'Réessayer',
    copy: 'Copier',
    copied: 'Copié',
    loading: 'Chargement',
    untitled: 'Sans titre',
  },
  errors: {
    title: 'Une erreur s’est produite',
    notFound: 'Il n’y a rien ici',
    notFoundHint: 'L’adresse est peut-être erronée, ou l’entrée a été déplacée. Vos expériences sont dans la liste.',
    forbidden: 'Vous ne pouvez pas voir ceci',
    forbiddenHint: 'Demandez à son propriétaire de le partager avec vous ou votre équipe.',
    offline: 'Hors ligne. Ce que vous écrivez est gardé sur cet appareil et envoyé au retour de la connexion.',
    unreachable: 'Le service est injoignable.',
    backToList: 'Aller aux expériences',
    reload: 'Recharger la page',
  },
}
