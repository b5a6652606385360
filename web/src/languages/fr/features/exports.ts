import type { exportMessages } from '../../../features/exports/exports.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const exporting: WordsOf<typeof exportMessages> = {
  title: 'Exporter',
  formats: {
    zip: { name: 'Archive ZIP', about: 'Tout : une page à lire, les fichiers et les données' },
    csv: { name: 'Tableau CSV', about: 'Propriétés et champs, pour les tableurs' },
    json: { name: 'JSON', about: 'Pour les programmes' },
  },
  print: { name: 'Imprimer ou PDF', about: 'Sur papier, ou en PDF par la boîte d’impression du navigateur' },
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
