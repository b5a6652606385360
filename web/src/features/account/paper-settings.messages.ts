import { defineMessages } from '../../i18n/messages.tsx'

export const paperSettingsMessages = defineMessages('paperSettings', {
  intro: 'How your entries look as PDF. The words around the text are in the language of your e-mails.',
  size: 'Paper size',
  sizes: { A4: 'A4 (210 × 297 mm)', LETTER: 'US Letter (8.5 × 11 in)', ROYAL: 'Royal (156 × 234 mm)' },
  files: 'List the files',
  filesHint: 'With their hashes and small pictures.',
  append: 'Append attached PDFs',
  appendHint: 'Their pages follow those of the entry. PDF/A has them as files instead.',
  sign: 'Lines for signatures',
  signHint: 'For the author and a witness, to sign by hand.',
  saved: 'Paper settings saved',
})
