import type { archiveRefusals } from '@aliquot/contract/refusals/archive'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const archiveWords: WordsFor<typeof archiveRefusals> = {
  'archive.not_zip': 'Diese Datei ist kein ZIP-Archiv, oder sie ist nicht vollständig',
  'archive.damaged': 'Das Archiv ist beschädigt: kopieren oder laden Sie es noch einmal',
  'archive.damaged_member': 'Das Archiv ist beschädigt: „{name}“ lässt sich nicht entpacken',
  'archive.many_disks': 'Das Archiv ist in mehrere Dateien geteilt: fügen Sie diese erst zusammen',
  'archive.many_members': 'Das Archiv hat mehr als {most:count} Dateien und Ordner',
  'archive.too_large': 'Das Archiv ist entpackt größer als {most:bytes}',
  'archive.unsafe_name': 'Das Archiv enthält „{name}“, einen Namen, der aus seinem Ordner hinausführt',
  'archive.unreadable_name': 'Das Archiv enthält einen Namen, der entgegen seiner Angabe kein UTF-8 ist: „{name}“',
  'archive.long_name': 'Das Archiv enthält einen Namen, der zu lang ist oder zu viele Ordner hat: „{name}“',
  'archive.names_collide': 'Das Archiv enthält „{name}“ mehr als einmal',
  'archive.link': 'Das Archiv enthält die Verknüpfung „{name}“: packen Sie stattdessen die Datei selbst',
  'archive.not_file': 'Das Archiv enthält „{name}“, das weder Datei noch Ordner ist',
  'archive.encrypted': 'Das Archiv ist mit einem Passwort geschützt („{name}“): packen Sie es ohne Passwort neu',
  'archive.method':
    '„{name}“ ist auf eine nicht unterstützte Weise gepackt: packen Sie das Archiv neu als gewöhnliches ZIP',
  'archive.false_size': '„{name}“ gibt eine Größe an, die nicht sein kann',
  'archive.longer': '„{name}“ ist entpackt größer, als es angibt',
  'archive.overlap': '„{name}“ teilt seinen Platz im Archiv mit etwas anderem',
  'archive.told_twice': 'Das Archiv beschreibt „{name}“ auf zwei verschiedene Weisen',
  'archive.no_root':
    'Das Archiv hat keinen Wurzelordner: ein .eln-Archiv hat einen Ordner und darin ro-crate-metadata.json',
  'archive.many_roots': 'Das Archiv hat mehrere Wurzelordner mit ro-crate-metadata.json: importieren Sie diese einzeln',
  'archive.no_metadata': 'Im Wurzelordner des Archivs fehlt ro-crate-metadata.json',
  'archive.nested': 'Das Archiv enthält das Archiv „{name}“: entpacken Sie es und importieren Sie dieses',
  'archive.large_metadata': 'ro-crate-metadata.json ist größer als {most:bytes}',
  'archive.large_node': 'ro-crate-metadata.json hat einen Knoten, der größer ist als {most:bytes}',
  'archive.crowded_node': 'ro-crate-metadata.json hat einen Knoten mit mehr als {most:count} Werten',
  'archive.many_nodes': 'ro-crate-metadata.json hat mehr als {most:count} Knoten',
  'archive.not_json': 'ro-crate-metadata.json ist kein gültiges JSON',
  'archive.deep_metadata': 'ro-crate-metadata.json ist mehr als {most:count} Ebenen tief verschachtelt',
  'archive.no_graph': 'ro-crate-metadata.json hat keinen @graph und ist damit kein RO-Crate',
  'archive.no_dataset': 'ro-crate-metadata.json sagt nicht, was das Archiv enthält: der Wurzel-Datensatz fehlt',
}
