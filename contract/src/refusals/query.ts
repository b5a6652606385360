/** Queries of the search language that cannot be understood. */
export const queryRefusals = {
  'query.no_opening': '{field}: there is no opening parenthesis for this one, at character {position}',
  'query.no_closing': '{field}: expected a closing parenthesis for this one, at character {position}',
  'query.no_closing_quote': '{field}: expected a closing quote for this one, at character {position}',
  'query.too_deep':
    '{field}: at most {most:count} parentheses and NOTs can be inside each other, at character {position}',
  'query.no_term': '{field}: expected a word, a field or an opening parenthesis, at character {position}',
  'query.too_many_terms': '{field}: expected at most {most:count} terms, at character {position}',
  'query.too_many_wildcards': '{field}: expected at most {most:count} wildcards, at character {position}',
  'query.too_many_tags':
    '{field}: more than {most:count} tags match this; write more of the tag, at character {position}',
  'query.unknown_field':
    '{field}: there is no field {name}; expected {known:list}, or quotes around a text with a colon, at character {position}',
  'query.no_value': '{field}: expected a value, at character {position}',
  'query.no_value_of': '{field}: expected a value after {name}:, at character {position}',
  'query.no_field_name': '{field}: expected the name of an extra field, at character {position}',
  'query.no_field_value': '{field}: expected the value of the field, at character {position}',
  'query.no_colon': '{field}: expected a colon and the value of the extra field, at character {position}',
  'query.no_escaped': '{field}: expected a character behind the backslash, at character {position}',
  'query.not_positive': '{field}: expected a positive whole number, at character {position}',
  'query.not_rating': '{field}: expected a number from 0 to 5, or unrated, at character {position}',
  'query.not_state': '{field}: expected a state: 1 normal, 2 archived, 3 deleted, at character {position}',
  'query.not_yes_or_no': '{field}: expected yes or no, at character {position}',
  'query.not_day':
    '{field}: expected a day like 2026-01-31, one with =, !=, <, <=, > or >= before it, or 2026-01-01..2026-01-31, at character {position}',
  'query.ends_before': '{field}: expected a range that does not end before it begins, at character {position}',
  'query.no_such_day': '{field}: expected a day of the calendar; {given} is none, at character {position}',
  'query.day_out_of_range': '{field}: expected a day from {first} to {last}, at character {position}',
  'query.no_group': '{field}: expected the name of a group of yours, at character {position}',
  'query.not_group': '{field}: expected the name of a group of yours ({groups:list}), at character {position}',
  'query.not_level': '{field}: expected {choices:list}, at character {position}',
} as const
