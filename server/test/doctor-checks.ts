/** What the doctor looks at, in its order: on the command line and for sysadmins in the interface. */
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
  'contents',
  'servers',
]
