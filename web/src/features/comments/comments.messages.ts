import { defineMessages } from '../../i18n/messages.tsx'

export const commentMessages = defineMessages(
  {
    title: 'Comments',
    none: 'No comments yet. A question, a doubt, a “well done”: it goes here.',
    add: 'Write a comment',
    placeholder: 'Write a comment…',
    send: 'Comment',
    hint: 'Links, *bold*, _italic_ and `code` work.',
    edit: 'Edit the comment',
    remove: 'Delete the comment',
    removed: 'Comment deleted',
    edited: 'edited',
    cancel: 'Cancel',
    save: 'Save',
    text: 'Text of the comment',
  },
  {
    fr: {
      title: 'Commentaires',
      none: 'Pas encore de commentaire. Une question, un doute, un « bravo » : c’est ici.',
      add: 'Écrire un commentaire',
      placeholder: 'Écrire un commentaire…',
      send: 'Commenter',
      hint: 'Liens, *gras*, _italique_ et `code` sont reconnus.',
      edit: 'Modifier le commentaire',
      remove: 'Supprimer le commentaire',
      removed: 'Commentaire supprimé',
      edited: 'modifié',
      cancel: 'Annuler',
      save: 'Enregistrer',
      text: 'Texte du commentaire',
    },
  },
)
