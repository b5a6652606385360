import type { queryRefusals } from '@aliquot/contract/refusals/query'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const queryWords: WordsFor<typeof queryRefusals> = {
  'query.no_opening': '{field}: zu dieser schließenden Klammer fehlt die öffnende (Zeichen {position})',
  'query.no_closing': '{field}: zu dieser öffnenden Klammer fehlt die schließende (Zeichen {position})',
  'query.no_closing_quote': '{field}: zu diesem Anführungszeichen fehlt das schließende (Zeichen {position})',
  'query.too_deep': '{field}: höchstens {most:count} Klammern und NOT dürfen ineinander stehen (Zeichen {position})',
  'query.no_term': '{field}: hier fehlt ein Wort, ein Feld oder eine öffnende Klammer (Zeichen {position})',
  'query.too_many_terms': '{field}: höchstens {most:count} Begriffe sind möglich (Zeichen {position})',
  'query.too_many_wildcards': '{field}: höchstens {most:count} Platzhalter sind möglich (Zeichen {position})',
  'query.too_many_tags': '{field}: mehr als {most:count} Tags passen; schreiben Sie mehr vom Tag (Zeichen {position})',
  'query.unknown_field':
    '{field}: das Feld {name} gibt es nicht; möglich sind {known:list}, oder Anführungszeichen um einen Text mit Doppelpunkt (Zeichen {position})',
  'query.no_value': '{field}: hier fehlt ein Wert (Zeichen {position})',
  'query.no_value_of': '{field}: nach {name}: fehlt ein Wert (Zeichen {position})',
  'query.no_field_name': '{field}: hier fehlt der Name eines Zusatzfelds (Zeichen {position})',
  'query.no_field_value': '{field}: hier fehlt der Wert des Felds (Zeichen {position})',
  'query.no_colon': '{field}: hier fehlen ein Doppelpunkt und der Wert des Zusatzfelds (Zeichen {position})',
  'query.no_escaped': '{field}: nach dem Backslash fehlt ein Zeichen (Zeichen {position})',
  'query.not_positive': '{field}: hier muss eine positive ganze Zahl stehen (Zeichen {position})',
  'query.not_rating': '{field}: hier muss eine Zahl von 0 bis 5 oder unrated stehen (Zeichen {position})',
  'query.not_state': '{field}: hier muss ein Zustand stehen: 1 normal, 2 archiviert, 3 gelöscht (Zeichen {position})',
  'query.not_yes_or_no': '{field}: hier muss yes oder no stehen (Zeichen {position})',
  'query.not_day':
    '{field}: hier muss ein Tag wie 2026-01-31 stehen, einer mit =, !=, <, <=, > oder >= davor, oder 2026-01-01..2026-01-31 (Zeichen {position})',
  'query.ends_before': '{field}: der Zeitraum darf nicht vor seinem Anfang enden (Zeichen {position})',
  'query.no_such_day': '{field}: {given} ist kein Tag des Kalenders (Zeichen {position})',
  'query.day_out_of_range': '{field}: hier muss ein Tag von {first} bis {last} stehen (Zeichen {position})',
  'query.no_group': '{field}: hier muss der Name einer Ihrer Gruppen stehen (Zeichen {position})',
  'query.not_group': '{field}: hier muss der Name einer Ihrer Gruppen stehen ({groups:list}) (Zeichen {position})',
  'query.not_level': '{field}: hier muss {choices:list} stehen (Zeichen {position})',
}
