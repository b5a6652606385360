import type { labelSheetMessages } from '../../../features/label-sheets/label-sheets.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const labelSheets: WordsOf<typeof labelSheetMessages> = {
  title: 'Etiketten',
  sheet: 'Bogen oder Rolle',
  kinds: { A4: 'Bögen in A4', Letter: 'Bögen in Letter', roll: 'Etikettendrucker' },
  ownSheet: 'Andere Maße…',
  measures: 'Maße in Millimetern',
  measuresHint: 'Seite, Spalten x Zeilen, Etikett, Abstände: 210x297,3x8,63.5x33.9,2.5x0',
  wrongMeasures: 'Das sind keine Maße von Etiketten auf einer Seite',
  code: 'Code',
  codes: { qr: 'QR', datamatrix: 'Data Matrix' },
  content: 'Der Code sagt',
  contents: {
    address: 'Adresse des Eintrags',
    short: 'Kurze Adresse',
    custom_id: 'Nummer',
    elabid: 'Dauerhafte Kennung',
  },
  beside: 'Neben dem Code',
  lines: {
    title: 'Titel',
    id: 'Nummer oder Id',
    elabid: 'Dauerhafte Kennung',
    date: 'Datum',
    category: 'Kategorie',
    status: 'Status',
    owner: 'Besitzer',
    team: 'Team',
    tags: 'Tags',
    address: 'Adresse',
  },
  fields: 'Felder',
  fieldsHint: 'Namen von Feldern, durch Kommas getrennt',
  copies: 'Kopien von jedem',
  start: 'Erstes freies Etikett',

  preview: 'Vorschau eines Etiketts',
  sheetPreview: 'Vorschau des ersten Bogens',
  tooSmall: (millimetres) => `Zu klein für diesen Code, der Etiketten von ${millimetres} mm braucht`,
  counted: (labels, pages) =>
    `${labels} ${labels === 1 ? 'Etikett' : 'Etiketten'} auf ${pages} ${pages === 1 ? 'Seite' : 'Seiten'}`,
  scale: 'In tatsächlicher Größe drucken, ohne Anpassung an die Seite.',
  print: 'Zum Drucken öffnen',
  download: 'Herunterladen',
}
