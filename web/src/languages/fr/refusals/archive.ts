import type { archiveRefusals } from '@aliquot/contract/refusals/archive'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const archiveWords: WordsFor<typeof archiveRefusals> = {
  'archive.not_zip': 'Ce fichier n’est pas une archive ZIP, ou il est tronqué',
  'archive.damaged': 'L’archive est endommagée : copiez-la ou téléchargez-la de nouveau',
  'archive.damaged_member': 'L’archive est endommagée : « {name} » ne peut pas être extrait',
  'archive.many_disks': 'L’archive est répartie sur plusieurs fichiers : réunissez-les d’abord',
  'archive.many_members': 'L’archive contient plus de {most:count} fichiers et dossiers',
  'archive.too_large': 'L’archive dépasse {most:bytes} une fois extraite',
  'archive.unsafe_name': 'L’archive contient « {name} », un nom qui mène hors de son dossier',
  'archive.unreadable_name': 'L’archive contient un nom qui n’est pas en UTF-8 bien qu’elle le dise : « {name} »',
  'archive.long_name': 'L’archive contient un nom trop long ou avec trop de dossiers : « {name} »',
  'archive.names_collide': 'L’archive contient « {name} » plus d’une fois',
  'archive.link': 'L’archive contient le lien « {name} » : mettez-y plutôt le fichier lui-même',
  'archive.not_file': 'L’archive contient « {name} », qui n’est ni un fichier ni un dossier',
  'archive.encrypted': 'L’archive est protégée par un mot de passe (« {name} ») : recréez-la sans mot de passe',
  'archive.method': '« {name} » est compressé d’une façon non prise en charge : recréez l’archive en ZIP ordinaire',
  'archive.false_size': '« {name} » annonce une taille impossible',
  'archive.longer': '« {name} » dépasse, une fois extrait, la taille annoncée',
  'archive.overlap': '« {name} » partage sa place dans l’archive avec autre chose',
  'archive.told_twice': 'L’archive décrit « {name} » de deux façons différentes',
  'archive.no_root':
    'L’archive n’a pas de dossier racine : une archive .eln a un dossier, qui contient ro-crate-metadata.json',
  'archive.many_roots': 'L’archive a plusieurs dossiers racines avec ro-crate-metadata.json : importez-les un à un',
  'archive.no_metadata': 'Le dossier racine de l’archive ne contient pas ro-crate-metadata.json',
  'archive.nested': 'L’archive contient l’archive « {name} » : extrayez-la et importez celle-ci',
  'archive.large_metadata': 'ro-crate-metadata.json dépasse {most:bytes}',
  'archive.large_node': 'ro-crate-metadata.json a un nœud de plus de {most:bytes}',
  'archive.crowded_node': 'ro-crate-metadata.json a un nœud de plus de {most:count} valeurs',
  'archive.many_nodes': 'ro-crate-metadata.json a plus de {most:count} nœuds',
  'archive.not_json': 'ro-crate-metadata.json n’est pas du JSON valide',
  'archive.deep_metadata': 'ro-crate-metadata.json est imbriqué sur plus de {most:count} niveaux',
  'archive.no_graph': 'ro-crate-metadata.json n’a pas de @graph : ce n’est pas un RO-Crate',
  'archive.no_dataset':
    'ro-crate-metadata.json ne dit pas ce que l’archive contient : son jeu de données racine manque',
}
