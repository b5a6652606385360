/** Links that show an entry without an account. */
export const shareRefusals = {
  'share.nothing': 'There is nothing to see here: the link is wrong, or it has ended',
  'share.too_many': 'Too many share links that lead nowhere, try again later',
} as const
