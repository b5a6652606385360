import { defineMessages } from '../../i18n/messages.tsx'

export const exportMessages = defineMessages(
  {
    title: 'Export',
    formats: {
      zip: { name: 'ZIP archive', about: 'Everything: a page to read, the files and the data of each entry' },
      csv: { name: 'CSV table', about: 'A line for each entry, for spreadsheets' },
      json: { name: 'JSON', about: 'For programs' },
    },
    begun: 'The download has begun',
    /** The title of the card: `Export: CSV table`. */
    exportOf: (format: string) => `Export: ${format}`,
    preparing: 'Preparing…',
    of: (written: string, total: string, counted: string) => `${written} of ${total} ${counted}`,
    units: {
      entry: (count: number) => (count === 1 ? 'entry' : 'entries'),
      entries: (count: number) => (count === 1 ? 'entry' : 'entries'),
      files: (count: number) => (count === 1 ? 'file' : 'files'),
    },
    share: (percent: number) => `${percent} % exported`,
    done: 'Done',
    doneWith: (facts: string) => `Done: ${facts}`,
    hide: 'Hide until it ends',
    failed: 'Something went wrong while the file was made, and it is not whole. Delete it and try again.',
    failedWith: (reason: string) => `There is no whole file: ${reason}.`,
    brokenOff: 'The download broke off, and the file is not whole. Delete it and try again.',
    stopped: 'Cancelled. What your browser has kept of the file is not whole.',
    unknown: 'The download has begun; your browser shows how far it is.',
    cannotStop: 'It cannot be cancelled from here: do so among the downloads of your browser.',
  },
  {
    fr: {
      title: 'Exporter',
      formats: {
        zip: { name: 'Archive ZIP', about: 'Tout : une page à lire, les fichiers et les données de chaque entrée' },
        csv: { name: 'Tableau CSV', about: 'Une ligne par entrée, pour les tableurs' },
        json: { name: 'JSON', about: 'Pour les programmes' },
      },
      begun: 'Le téléchargement a commencé',
      exportOf: (format: string) => `Export : ${format}`,
      preparing: 'Préparation…',
      of: (written: string, total: string, counted: string) => `${written} sur ${total} ${counted}`,
      units: {
        entry: (count: number) => (count < 2 ? 'entrée' : 'entrées'),
        entries: (count: number) => (count < 2 ? 'entrée' : 'entrées'),
        files: (count: number) => (count < 2 ? 'fichier' : 'fichiers'),
      },
      share: (percent: number) => `${percent} % exportés`,
      done: 'Terminé',
      doneWith: (facts: string) => `Terminé : ${facts}`,
      hide: 'Masquer jusqu’à la fin',
      failed: 'Un problème est survenu pendant l’export, et le fichier n’est pas complet. Supprimez-le et réessayez.',
      failedWith: (reason: string) => `Il n’y a pas de fichier complet : ${reason}.`,
      brokenOff: 'Le téléchargement s’est interrompu, et le fichier n’est pas complet. Supprimez-le et réessayez.',
      stopped: 'Annulé. Ce que votre navigateur a gardé du fichier n’est pas complet.',
      unknown: 'Le téléchargement a commencé ; votre navigateur en montre l’avancement.',
      cannotStop: 'L’annulation n’est pas possible d’ici : annulez parmi les téléchargements de votre navigateur.',
    },
  },
)
