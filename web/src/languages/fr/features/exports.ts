import type { exportLinkMessages } from '../../../features/exports/export-link.messages.ts'
import type { exportMessages } from '../../../features/exports/exports.messages.ts'
import type { storedExportMessages } from '../../../features/exports/stored-exports.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const exporting: WordsOf<typeof exportMessages> = {
  title: 'Exporter',
  formats: {
    pdf: { name: 'PDF', about: 'Un document à remettre ou à imprimer' },
    pdfa: { name: 'PDF/A', about: 'Pour l’archive : avec les données, les fichiers et toutes les modifications' },
    zip: { name: 'Archive ZIP', about: 'Tout : une page à lire, les fichiers et les données' },
    eln: { name: 'Archive .eln', about: 'Pour Aliquot et d’autres cahiers de laboratoire, qui peuvent l’importer' },
    csv: { name: 'Tableau CSV', about: 'Propriétés et champs, pour les tableurs' },
    json: { name: 'JSON', about: 'Pour les programmes' },
  },
  crate: {
    options: 'Fin du nom et version de l’archive',
    ending: 'Fin du nom',
    version: 'Version de RO-Crate',
    hint: 'Certains cahiers et serveurs de messagerie attendent une autre fin ou une autre version. Le contenu est le même.',
    asChosen: (ending, version) => `En .${ending}, RO-Crate ${version}`,
  },
  labels: { name: 'Étiquettes…', about: 'Des codes pour tubes, boîtes et appareils' },
  print: { name: 'Imprimer cette page', about: 'Par la boîte d’impression de votre navigateur' },
  begun: 'Le téléchargement a commencé',
  exportOf: (format) => `Export : ${format}`,
  preparing: 'Préparation…',
  of: (written, total, counted) => `${written} sur ${total} ${counted}`,
  units: {
    entry: (count) => (count < 2 ? 'entrée' : 'entrées'),
    entries: (count) => (count < 2 ? 'entrée' : 'entrées'),
    files: (count) => (count < 2 ? 'fichier' : 'fichiers'),
  },
  share: (percent) => `${percent} % exportés`,
  done: 'Terminé',
  doneWith: (facts) => `Terminé : ${facts}`,
  hide: 'Masquer jusqu’à la fin',
  failed: 'Un problème est survenu pendant l’export, et le fichier n’est pas complet. Supprimez-le et réessayez.',
  failedWith: (reason) => `Il n’y a pas de fichier complet : ${reason}.`,
  brokenOff: 'Le téléchargement s’est interrompu, et le fichier n’est pas complet. Supprimez-le et réessayez.',
  stopped: 'Annulé. Ce que votre navigateur a gardé du fichier n’est pas complet.',
  unknown: 'Le téléchargement a commencé ; votre navigateur en montre l’avancement.',
  cannotStop: 'L’annulation n’est pas possible d’ici : annulez parmi les téléchargements de votre navigateur.',
}

export const exportLink: WordsOf<typeof exportLinkMessages> = {
  exports: 'Exports',
}

export const storedExports: WordsOf<typeof storedExportMessages> = {
  title: 'Exports',
  about:
    'Le service prépare ces fichiers pendant que vous faites autre chose, et vous prévient quand ils sont prêts. Pour exporter une liste ou des entrées choisies, utilisez « Exporter » à cet endroit.',
  prepareLater: 'Préparer en arrière-plan',
  prepareHint: 'Pour les grands exports : vous recevez une notification quand le fichier est prêt.',
  queued: 'Le fichier est en préparation. Une notification vous dira quand il est prêt.',
  show: 'Voir les exports',
  create: 'Nouvel export',
  format: 'Format',
  formats: {
    zippdf: 'Archive ZIP avec des PDF',
    zipa: 'Archive ZIP avec des PDF/A',
    elnhtml: 'Page d’une archive .eln',
    qrpdf: 'Liste de codes QR',
    qrpng: 'Code QR',
  },
  types: 'Entrées',
  ofType: {
    experiments: 'Vos expériences',
    items: 'Vos ressources',
    experiments_templates: 'Vos modèles d’expérience',
    items_types: 'Modèles de ressource de l’équipe',
  },
  chosen: {
    experiments: 'Expériences choisies',
    items: 'Ressources choisies',
    experiments_templates: 'Modèles d’expérience choisis',
    items_types: 'Modèles de ressource choisis',
  },
  nothing: 'Rien n’est choisi',
  changelog: 'Avec toutes les modifications',
  prepare: 'Préparer',
  tooMany: (most) => `Vous avez déjà ${most} exports. Supprimez-en un d’abord.`,
  list: 'Vos exports',
  none: 'Vous n’avez pas encore d’exports.',
  states: { 1: 'Prêt', 4: 'En attente', 5: 'En cours', 6: 'Échoué' },
  entries: (count, number) => (count < 2 ? `${number} entrée` : `${number} entrées`),
  progress: (done, total) => `${done} sur ${total} entrées`,
  asked: 'Lancé',
  expires: 'Expiration :',
  download: 'Télécharger',
  downloadOf: (name) => `Télécharger ${name}`,
  remove: 'Supprimer',
  removeOf: (name) => `Supprimer : ${name}`,
  removeQuestion: 'Supprimer cet export et son fichier ?',
  stopQuestion: 'Arrêter et supprimer cet export ?',
  keep: 'Garder',
  removed: 'Export supprimé',
}
