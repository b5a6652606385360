import type { passwordRefusals } from '@aliquot/contract/refusals/password'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const passwordWords: WordsFor<typeof passwordRefusals> = {
  'password.repeats': '{field}: zu leicht zu erraten, weil es sich wiederholt',
  'password.common': '{field}: zu leicht zu erraten, weil es verbreitet, ein einfaches Muster oder Ihr Name ist',
  'password.no_capital': '{field}: muss einen Großbuchstaben haben',
  'password.no_small': '{field}: muss einen Kleinbuchstaben haben',
  'password.no_digit': '{field}: muss eine Ziffer haben',
  'password.no_sign': '{field}: muss ein Sonderzeichen haben',
  'password.wrong': '{field}: ist falsch',
  'password.current_missing': '{field}: wird gebraucht, um das Passwort zu ändern',
  'password.used_link': '{field}: dieser Link wurde schon verwendet, durch einen neueren ersetzt oder ist abgelaufen',
  'password.foreign_link': '{field}: ist kein Link dieses Notizbuchs',
}
