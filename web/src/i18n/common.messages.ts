import { defineMessages } from './messages.tsx'

/** Words that every feature uses. */
export const commonMessages = defineMessages(
  {
    add: 'Add',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    undo: 'Undo',
    delete: 'Delete',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    loading: 'Loading',
    untitled: 'Untitled',
  },
  {
    fr: {
      add: 'Ajouter',
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
  },
)
