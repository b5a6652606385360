import { defineMessages } from '../../i18n/messages.tsx'

export const exportMessages = defineMessages('exporting', {
  title: 'Export',
  formats: {
    pdf: { name: 'PDF', about: 'A document to hand in or to print' },
    pdfa: { name: 'PDF/A', about: 'For the archive: with the data, the files and all changes inside' },
    zip: { name: 'ZIP archive', about: 'Everything: readable page, files and data' },
    eln: { name: '.eln archive', about: 'For Aliquot and other notebooks: can be imported there' },
    csv: { name: 'CSV table', about: 'Properties and fields, for spreadsheets' },
    json: { name: 'JSON', about: 'For programs' },
  },
  crate: {
    options: 'Ending and version of the archive',
    ending: 'Ending of the name',
    version: 'Version of RO-Crate',
    hint: 'Some notebooks and mail servers expect another ending or version. The content is the same.',
    asChosen: (ending: string, version: string) => `As .${ending}, RO-Crate ${version}`,
  },
  labels: { name: 'Labels…', about: 'Codes for tubes, boxes and instruments' },
  print: { name: 'Print this page', about: 'By the print dialog of your browser' },
  begun: 'Download started',
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
  hide: 'Hide until finished',
  failed: 'The export failed and the file is incomplete. Delete it and try again.',
  failedWith: (reason: string) => `The file is incomplete: ${reason}.`,
  brokenOff: 'The download was interrupted and the file is incomplete. Delete it and try again.',
  stopped: 'Cancelled. The downloaded file is incomplete.',
  unknown: 'Download started. Your browser shows the progress.',
  cannotStop: 'Cancel it in your browser’s downloads.',
})
