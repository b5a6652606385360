import type { scanMessages } from '../../../features/scan/scan.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const scan: WordsOf<typeof scanMessages> = {
  title: 'Code scannen',
  hint: 'Halten Sie die Kamera über einen QR- oder Data-Matrix-Code',
  waiting: 'Warten auf die Kamera…',
  refused:
    'Der Browser darf die Kamera nicht benutzen. Erlauben Sie es neben der Adresse dieser Seite, oder machen Sie ein Foto.',
  absent: 'Dieses Gerät hat keine freie Kamera. Sie können stattdessen ein Foto wählen.',
  insecure: 'Browser geben die Kamera nur Seiten mit https. Sie können stattdessen ein Foto machen.',
  photo: 'Foto machen oder wählen',
  nothing: 'Auf diesem Foto war kein Code zu lesen. Versuchen Sie es von näher, mit mehr Licht.',
  noPicture: 'Das ist kein Bild, das der Browser zeigen kann',
  failed: 'Das Programm, das Codes liest, konnte nicht geladen werden',
  unknown: 'Kein Eintrag hier, den Sie lesen dürfen, hat diesen Code',
  several: 'Mehrere Einträge haben diesen Code',
  search: 'Danach suchen',
}
