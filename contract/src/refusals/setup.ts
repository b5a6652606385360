/** The first start of an instance. */
export const setupRefusals = {
  'setup.done': 'This instance is already set up',
  'setup.wrong_token': '{field}: is not the one that the server printed at its last start',
} as const
