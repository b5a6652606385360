import type { reasonMessages } from '../../../features/reason/reason.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const reason: WordsOf<typeof reasonMessages> = {
  title: 'Grund der Änderung',
  reason: 'Grund',
  hint: 'Ihr Team verlangt einen Grund. Er steht im Verlauf und gilt für Ihre Änderungen, bis Sie diese Seite verlassen.',
}
