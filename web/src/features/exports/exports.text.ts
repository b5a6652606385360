import { defineTexts } from '../../i18n/text.tsx'

export const exportTexts = defineTexts(
  {
    title: 'Export',
    formats: {
      zip: { name: 'ZIP archive', about: 'Everything: a page to read, the files and the data of each entry' },
      csv: { name: 'CSV table', about: 'A line for each entry, for spreadsheets' },
      json: { name: 'JSON', about: 'For programs' },
    },
    begun: 'The download has begun',
    /** Of very many entries. */
    long: (count: string) => `${count} entries: your browser shows how far it is.`,
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
      long: (count: string) => `${count} entrées : votre navigateur en montre l’avancement.`,
    },
  },
)
