import type { renderedMessages } from '../../../features/rendered-text/rendered-text.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const rendered: WordsOf<typeof renderedMessages> = {
  types: {
    experiments: 'Experiment',
    items: 'Ressource',
    experiments_templates: 'Experimentvorlage',
    items_types: 'Ressourcenvorlage',
  },
  formulaTooLong: 'Diese Formel ist zu lang',
  formulaDefines: 'Eine Formel kann keine Befehle definieren',
  formulaUnknown: (name) => `Unbekannter Befehl ${name}`,
  formulaUnfinished: 'Unvollständige Formel, vielleicht fehlt eine Klammer',
  formulaUnexpected: (sign) => `Unerwartet: ${sign}`,
  formulaTwice: 'Zwei Exponenten oder Indizes hintereinander. Setzen Sie einen in geschweifte Klammern.',
  formulaBraces: (name) => `${name} braucht hier geschweifte Klammern: {${name}}`,
  formulaWrong: 'Diese Formel ist nicht lesbar',
  ticked: 'erledigt',
  notTicked: 'nicht erledigt',
  callouts: { note: 'Hinweis', tip: 'Tipp', warning: 'Warnung', danger: 'Gefahr' },
  wideTable: 'Tabelle',
  pictureElsewhere: 'Externes Bild blockiert',
  mediaElsewhere: 'Externe Medien blockiert',
  entryPreview: 'Vorschau des Eintrags',
  entryUnavailable: 'Diesen Eintrag gibt es nicht, oder Sie haben keinen Zugriff.',
  entryUnreachable: 'Der Eintrag konnte nicht geladen werden.',
  entryLoading: 'Wird geladen…',
  entryArchived: 'Archiviert',
  entryDeleted: 'Im Papierkorb',
  entryLocked: 'Gesperrt',
  entryEmpty: 'Noch kein Text',
  changed: 'geändert',
}
