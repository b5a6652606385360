import type { commentMessages } from '../../../features/comments/comments.messages.ts'
import type { mentionMessages } from '../../../features/mentions/mentions.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const comment: WordsOf<typeof commentMessages> = {
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
}

export const mention: WordsOf<typeof mentionMessages> = {
  people: 'Personnes',
  searching: 'Recherche…',
  cannotRead: 'Ne peut pas lire cette entrée – partager',
  shareAndMention: (name) => `Partager en lecture avec ${name} et mentionner`,
  onlyMention: 'Mentionner seulement',
  notTold: (name) => `${name} n’est pas averti`,
  shared: (name) => `Partagé avec ${name}`,
  notShared: (name) => `Impossible de partager avec ${name}`,
}
