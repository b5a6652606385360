import type { importRefusals } from '@aliquot/contract/refusals/import'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const importWords: WordsFor<typeof importRefusals> = {
  'import.not_found': 'Einen Import von Ihnen mit dieser Id gibt es nicht',
  'import.unknown_ending': '{field}: nur Dateien mit diesen Endungen lassen sich importieren: {endings:list}',
  'import.empty': '{field}: ist leer',
  'import.may_not': 'Sie dürfen in diesem Team keine Einträge anlegen',
  'import.may_not_for_others': '{field}: nur Admins des Teams dürfen für andere importieren',
  'import.not_member': '{field}: diese Person ist kein aktives Mitglied des Teams',
  'import.too_many': 'Sie haben {most:count} unfertige Importe: beenden oder stoppen Sie zuerst einige',
  'import.not_startable': 'Dieser Import lässt sich nicht starten: er läuft, oder er ist fertig',
  'import.not_previewable':
    'Bei diesem Import lässt sich nicht noch einmal vorausschauen: er läuft, oder er hat begonnen',
  'import.not_stoppable': 'Dieser Import lässt sich nicht stoppen: er läuft nicht',
  'import.not_undoable': 'Dieser Import lässt sich nicht rückgängig machen: er läuft, oder er hat nichts angelegt',
  'import.file_gone': 'Die Datei dieses Imports ist nicht mehr da: senden Sie sie noch einmal',
  'import.may_no_longer': 'Wer importiert, darf das nicht mehr',
  'import.interrupted': 'Der Dienst wurde inzwischen angehalten. Was bis dahin hereinkam, ist im Papierkorb',
  'import.nothing_came_in': 'Von dieser Datei kam nichts herein: {why}',
  'import.no_entries': '{field}: enthält keine Einträge',
  'import.broken': 'Der Import ist aus einem Grund im Dienst selbst gescheitert, den dessen Protokoll nennt',
}
