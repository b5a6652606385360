/** Links that show an entry without an account. */
export const shareRefusals = {
  'share.nothing': 'This link does not work: it is wrong, or it was turned off',
  'share.too_many': 'Too many wrong public links, try again later',
} as const
