import { defineMessages } from './messages.tsx'

/** Messages that every feature uses. */
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
    tooLong: (length: number, most: number) =>
      `At most ${most} characters, and these are ${length}. Nothing was cut off.`,
    lengthLeft: (left: number) => (left === 1 ? 'Room for one character more' : `Room for ${left} characters more`),
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
      tooLong: (length: number, most: number) =>
        `${most} caractères au plus, et il y en a ${length}. Rien n’a été coupé.`,
      lengthLeft: (left: number) =>
        left === 1 ? 'Encore un caractère de libre' : `Encore ${left} caractères de libres`,
    },
  },
)
