/** Passwords that are chosen or typed again, and the links that set them. */
export const passwordRefusals = {
  'password.repeats': '{field}: too easy to guess, because it repeats itself',
  'password.common': '{field}: too easy to guess, because it is a common password, a simple pattern, or your name',
  'password.no_capital': '{field}: must have an upper-case letter',
  'password.no_small': '{field}: must have a lower-case letter',
  'password.no_digit': '{field}: must have a digit',
  'password.no_sign': '{field}: must have a symbol',
  'password.wrong': '{field}: is not right',
  'password.current_missing': '{field}: is needed to change the password',
  'password.used_link': '{field}: this link was already used, was replaced by a newer one, or has expired',
  'password.foreign_link': '{field}: is not a link of this notebook',
} as const
