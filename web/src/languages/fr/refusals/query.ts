import type { queryRefusals } from '@aliquot/contract/refusals/query'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const queryWords: WordsFor<typeof queryRefusals> = {
  'query.no_opening': '{field} : il manque la parenthèse ouvrante (caractère {position})',
  'query.no_closing': '{field} : il manque la parenthèse fermante (caractère {position})',
  'query.no_closing_quote': '{field} : il manque le guillemet fermant (caractère {position})',
  'query.too_deep': '{field} : au plus {most:count} parenthèses et NOT imbriqués (caractère {position})',
  'query.no_term': '{field} : il faut ici un mot, un champ ou une parenthèse (caractère {position})',
  'query.too_many_terms': '{field} : au plus {most:count} termes (caractère {position})',
  'query.too_many_wildcards': '{field} : au plus {most:count} jokers (caractère {position})',
  'query.too_many_tags':
    '{field} : plus de {most:count} tags correspondent ; écrivez-en davantage (caractère {position})',
  'query.unknown_field':
    '{field} : il n’y a pas de champ {name}, mais {known:list} ; mettez entre guillemets un texte avec deux-points (caractère {position})',
  'query.no_value': '{field} : il faut une valeur (caractère {position})',
  'query.no_value_of': '{field} : il faut une valeur après {name}: (caractère {position})',
  'query.no_field_name': '{field} : il faut le nom d’un champ supplémentaire (caractère {position})',
  'query.no_field_value': '{field} : il faut la valeur du champ (caractère {position})',
  'query.no_colon': '{field} : il faut deux-points et la valeur du champ (caractère {position})',
  'query.no_escaped': '{field} : il faut un caractère après la barre oblique (caractère {position})',
  'query.not_positive': '{field} : il faut un nombre entier positif (caractère {position})',
  'query.not_rating': '{field} : il faut un nombre de 0 à 5, ou unrated (caractère {position})',
  'query.not_state': '{field} : il faut un état : 1 normal, 2 archivé, 3 supprimé (caractère {position})',
  'query.not_yes_or_no': '{field} : il faut yes ou no (caractère {position})',
  'query.not_day':
    '{field} : il faut un jour comme 2026-01-31, =, !=, <, <=, > ou >= devant, ou 2026-01-01..2026-01-31 (caractère {position})',
  'query.ends_before': '{field} : une période ne finit pas avant de commencer (caractère {position})',
  'query.no_such_day': '{field} : {given} n’est pas un jour du calendrier (caractère {position})',
  'query.day_out_of_range': '{field} : il faut un jour du {first} au {last} (caractère {position})',
  'query.no_group': '{field} : il faut le nom d’un de vos groupes (caractère {position})',
  'query.not_group': '{field} : il faut le nom d’un de vos groupes ({groups:list}) (caractère {position})',
  'query.not_level': '{field} : il faut {choices:list} (caractère {position})',
}
