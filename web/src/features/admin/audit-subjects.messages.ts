import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import { defineMessages } from '../../i18n/messages.tsx'

/** What the audit trail calls the subject of an event. */
export const auditSubjectMessages = defineMessages<Readonly<Record<AuditSubject, string>>>('auditSubject', {
  user: 'User',
  membership: 'Membership',
  team: 'Team',
  apikey: 'API key',
  session: 'Session',
  attempt: 'Refused sign-in or API key',
  entity: 'Entry',
  comment: 'Comment',
  tag: 'Tag',
  pin: 'Pin',
  favtag: 'Favourite tag',
  label: 'Category or status',
  teamgroup: 'Group',
  teamgroup_member: 'Group member',
  config: 'Settings',
  view: 'Saved view',
  notification: 'Notification',
  step: 'Step',
  link: 'Link',
  request: 'Request',
  todo: 'To-do list',
  upload: 'File',
  export: 'Export',
})
