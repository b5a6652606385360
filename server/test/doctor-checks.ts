/** The checks of the doctor in order: on the command line and in the interface. */
export const DOCTOR_CHECKS = [
  'configuration',
  'disk',
  'permissions',
  'files',
  'database',
  'schema',
  'clock',
  'journal',
  'jobs',
  'mail',
  'webhooks',
  'search',
  'contents',
  'servers',
]
