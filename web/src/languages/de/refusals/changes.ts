import type { changesRefusals } from '@aliquot/contract/refusals/changes'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const changesWords: WordsFor<typeof changesRefusals> = {
  'changes.not_cursor': [
    '{field}: ist keine Stelle im Feed dieser Instanz',
    'Lassen Sie es weg, um von vorn zu beginnen, oder senden Sie now.',
  ],
  'changes.too_many_streams': [
    'Sie folgen dem Feed schon mit {most} Verbindungen, mehr gibt es nicht für eine Person',
    'Beenden Sie eine davon. Tabs eines Browsers und Teile eines Programms können sich eine teilen.',
  ],
  'changes.too_many_waiting': [
    'Sie warten schon mit {most} Anfragen auf Änderungen, mehr gibt es nicht für eine Person',
    'Fragen Sie ohne wait, oder folgen Sie dem Stream.',
  ],
  'changes.unknown_kind': '{field}: „{given}“ ist keine Art von Änderung, siehe /api/docs',
}
