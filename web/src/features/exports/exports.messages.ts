import { defineMessages } from '../../i18n/messages.tsx'

export const exportMessages = defineMessages('exporting', {
  title: 'Export',
  formats: {
    zip: { name: 'ZIP archive', about: 'Everything: a page to read, the files and the data of each entry' },
    csv: { name: 'CSV table', about: 'A line for each entry, for spreadsheets' },
    json: { name: 'JSON', about: 'For programs' },
  },
  print: { name: 'Print or PDF', about: 'On paper, or as a PDF by the print dialog of your browser' },
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
})
