import type { listRefusals } from '@aliquot/contract/refusals/list'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const listWords: WordsFor<typeof listRefusals> = {
  'list.not_scope': '{field}: muss 1 (eigene), 2 (Team) oder 3 (alles, was Sie lesen dürfen) sein',
  'list.not_days':
    '{field}: muss ein Tag oder ein Zeitraum sein, wie 2026-01-01..2026-01-31, 2026-01-01.. oder ..2026-01-31',
  'list.ends_before': '{field}: darf nicht vor dem Anfang enden',
  'list.not_state': '{field}: {given} ist kein Zustand: 1 normal, 2 archiviert, 3 gelöscht',
  'list.resources_only': '{field}: gilt nur für Ressourcen (items)',
  'list.too_many_filters': '{field}: Tags, Filter und Wörter dürfen zusammen höchstens {most:count} sein',
  'list.team_or_own': '{field}: muss team sein, oder fehlen für eigene Einträge',
  'list.all_or_unread': '{field}: muss 0 sein, oder fehlen für alle',
  'list.too_far': [
    '{field}: darf in einer Liste mit Suche oder Filtern höchstens {most:count} sein',
    'Lassen Sie limit weg, um alles zu bekommen, oder grenzen Sie weiter ein.',
  ],
  'list.too_far_back': [
    '{field}: die Seite liegt hinter den ersten {steps:count} Einträgen der Liste, und kein Index führt dorthin',
    'Grenzen Sie mit einem Wort, einem Tag, einem Datum oder einem Besitzer ein, oder lassen Sie limit weg, um alles zu bekommen.',
  ],
  'list.too_many_of_yours': 'Sie lesen schon {most:count} große Listen; warten Sie, bis eine davon endet',
  'list.too_many_open': 'Gerade werden zu viele große Listen gelesen',
}
