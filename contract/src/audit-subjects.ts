/** The subjects of journal events. The page has their names in the audit trail. */
export const AUDIT_SUBJECTS = [
  'user',
  'membership',
  'team',
  'apikey',
  'session',
  'attempt',
  'entity',
  'comment',
  'tag',
  'pin',
  'favtag',
  'label',
  'teamgroup',
  'teamgroup_member',
  'config',
  'view',
  'notification',
  'step',
  'link',
  'request',
  'todo',
  'upload',
  'export',
] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
