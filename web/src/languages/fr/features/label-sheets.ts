import type { labelSheetMessages } from '../../../features/label-sheets/label-sheets.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const labelSheets: WordsOf<typeof labelSheetMessages> = {
  title: 'Étiquettes',
  sheet: 'Planche ou rouleau',
  kinds: { A4: 'Planches A4', Letter: 'Planches Letter', roll: 'Imprimantes d’étiquettes' },
  ownSheet: 'Autres mesures…',
  measures: 'Mesures en millimètres',
  measuresHint: 'Page, colonnes x lignes, étiquette, écarts : 210x297,3x8,63.5x33.9,2.5x0',
  wrongMeasures: 'Ce ne sont pas les mesures d’étiquettes sur une page',
  code: 'Code',
  codes: { qr: 'QR', datamatrix: 'Data Matrix' },
  content: 'Le code dit',
  contents: {
    address: 'L’adresse de l’entrée',
    short: 'L’adresse courte',
    custom_id: 'Le numéro',
    elabid: 'L’identifiant permanent',
  },
  beside: 'À côté du code',
  lines: {
    title: 'Titre',
    id: 'Numéro ou id',
    elabid: 'Identifiant permanent',
    date: 'Date',
    category: 'Catégorie',
    status: 'Statut',
    owner: 'Propriétaire',
    team: 'Équipe',
    tags: 'Tags',
    address: 'Adresse',
  },
  fields: 'Champs',
  fieldsHint: 'Noms de champs, séparés par des virgules',
  copies: 'Copies de chacune',
  start: 'Première étiquette libre',

  preview: 'Aperçu d’une étiquette',
  sheetPreview: 'Aperçu de la première planche',
  tooSmall: (millimetres) => `Trop petite pour ce code, qui demande des étiquettes de ${millimetres} mm`,
  counted: (labels, pages) =>
    `${labels} ${labels === 1 ? 'étiquette' : 'étiquettes'} sur ${pages} ${pages === 1 ? 'page' : 'pages'}`,
  scale: 'Imprimez en taille réelle, sans ajuster à la page.',
  print: 'Ouvrir pour imprimer',
  download: 'Télécharger',
}
