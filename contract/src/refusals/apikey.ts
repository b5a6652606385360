/** API keys. */
export const apikeyRefusals = {
  'apikey.not_found': 'No API key with this id',
  'apikey.of_other': 'This API key belongs to someone else',
} as const
