import type { uploadRefusals } from '@aliquot/contract/refusals/upload'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const uploadWords: WordsFor<typeof uploadRefusals> = {
  'upload.not_found': 'Keine Datei mit dieser ID an diesem Eintrag',
  'upload.no_such_name': 'Keine Datei mit diesem Namen',
  'upload.not_yours': 'Sie haben keine Datei mit dieser ID hochgeladen',
  'upload.of_system': 'Diese Datei wurde vom System erstellt und ist schreibgeschützt',
  'upload.not_shown': 'Diese Datei ist nicht mehr aktiv: Ersetzen Sie die aktuelle Version',
  'upload.in_text': 'Diese Datei steht im Haupttext: Entfernen Sie sie zuerst dort',
  'upload.may_not_give':
    'Eine Datei können nur übertragen: wer sie hochgeladen hat, der Besitzer des Eintrags und Admins',
  'upload.no_picture': 'Diese Datei hat keine Vorschau',
  'upload.no_words': 'Diese Seite hat keinen Text',
  'upload.too_slow': 'Die Datei kommt zu langsam an',
  'upload.disk_nearly_full': 'Der Datenträger des Servers ist fast voll; nichts wurde gespeichert',
  'upload.team_quota': 'Diese Datei überschreitet die Dateigrenze Ihres Teams von {most:bytes}',
  'upload.quota': 'Diese Datei überschreitet die Grenze von {most:bytes} für alle Dateien',
  'upload.too_many_previews': 'Gerade werden zu viele Vorschauen erstellt',
  'upload.slow_preview': 'Diese Vorschau braucht zu lange',
  'upload.no_such_part': '{field}: liegt außerhalb der Datei, die {size:count} Byte hat',
  'upload.php': '{field}: .php-Dateien werden nicht angenommen',
  'upload.name_replaced': '{field}: geben Sie die ID der zu ersetzenden Datei an',
  'upload.name_copied': '{field}: geben Sie die ID der zu kopierenden Datei an',
  'upload.not_png': '{field}: muss eine Adresse data:image/png;base64,… sein',
  'upload.same_source': '{field}: muss eine andere Datei sein als die zu ersetzende',
  'upload.no_source': '{field}: keine Datei mit dieser ID an diesem Eintrag',
  'upload.not_action': '{field}: ist keine Aktion von Dateien',
  'upload.not_json_action':
    '{field}: muss createfromstring, duplicate oder replace sein; senden Sie eine Datei als multipart/form-data',
  'upload.not_state': '{field}: muss 1 (normal), 2 (archiviert) oder 3 (gelöscht) sein',
  'upload.not_archive_state': '{field}: muss 1 (normal) oder 2 (archiviert) sein',
  'upload.not_page': '{field}: muss die Nummer einer Seite sein, 1 für die erste',
  'upload.not_long_name': '{field}: ist nicht der lange Name einer Datei',
  'upload.not_states': '{field}: „{given}“ ist kein Zustand: 1 normal, 2 archiviert, 3 gelöscht',
}
