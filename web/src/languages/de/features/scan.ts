import type { scanMessages } from '../../../features/scan/scan.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const scan: WordsOf<typeof scanMessages> = {
  title: 'Code scannen',
  looking: 'Der Eintrag wird gesucht…',
  hint: 'Halten Sie die Kamera über einen QR-, Data-Matrix-, Aztec- oder Code-128-Code',
  waiting: 'Warten auf die Kamera…',
  refused:
    'Der Browser darf die Kamera nicht verwenden. Erlauben Sie es neben der Adresse dieser Seite, oder machen Sie ein Foto.',
  absent: 'Keine Kamera gefunden, oder ein anderes Programm verwendet sie. Sie können stattdessen ein Foto wählen.',
  insecure: 'Browser geben die Kamera nur Seiten mit https. Sie können stattdessen ein Foto machen.',
  photo: 'Foto machen oder wählen',
  nothing: 'Auf diesem Foto war kein Code zu lesen. Gehen Sie näher heran und sorgen Sie für mehr Licht.',
  noPicture: 'Der Browser kann diese Datei nicht als Bild öffnen',
  failed: 'Der Code-Leser konnte nicht geladen werden',
  unknown: 'Kein Eintrag hier, den Sie lesen dürfen, hat diesen Code',
  several: 'Mehrere Einträge haben diesen Code',
  search: 'Danach suchen',
  archived: 'Archiviert',
  deleted: 'Im Papierkorb',
}
