import type { renderedMessages } from '../../../features/rendered-text/rendered-text.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const rendered: WordsOf<typeof renderedMessages> = {
  types: {
    experiments: 'Expérience',
    items: 'Ressource',
    experiments_templates: 'Modèle d’expérience',
    items_types: 'Modèle de ressource',
  },
  formulaTooLong: 'Cette formule est trop longue pour être affichée',
  formulaDefines: 'Une formule ne peut pas définir de commandes',
  formulaUnknown: (name) => `${name} est inconnu`,
  formulaUnfinished: 'Il manque quelque chose, peut-être une accolade fermante',
  formulaUnexpected: (sign) => `${sign} n’a pas sa place ici`,
  formulaTwice: 'Deux exposants ou deux indices de suite : mettez-en un entre accolades',
  formulaBraces: (name) => `${name} demande des accolades ici : {${name}}`,
  formulaWrong: 'Cette formule est illisible',
  ticked: 'fait',
  notTicked: 'pas fait',
  callouts: { note: 'Note', tip: 'Conseil', warning: 'Attention', danger: 'Danger' },
  wideTable: 'Tableau',
  pictureElsewhere: 'Image d’un autre serveur, non chargée',
  mediaElsewhere: 'Enregistrement d’un autre serveur, non chargé',
  entryPreview: 'Aperçu de l’entrée',
  entryUnavailable: 'Cette entrée n’existe pas, ou vous ne pouvez pas la voir.',
  entryUnreachable: 'L’entrée ne peut pas être chargée pour le moment.',
  entryLoading: 'Chargement…',
  entryArchived: 'Archivée',
  entryDeleted: 'Dans la corbeille',
  entryLocked: 'Verrouillée',
  entryEmpty: 'Pas encore de texte',
  changed: 'modifiée',
}
