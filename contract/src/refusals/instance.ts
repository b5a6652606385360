/** What is set for the whole instance, and how it is. */
export const instanceRefusals = {
  'instance.may_not_configure': 'Only sysadmins can read and change instance settings',
  'instance.may_not_audit': 'Only sysadmins can read the audit trail',
  'instance.may_not_see_health': 'Only sysadmins can see the health checks',
  'instance.no_level_left': '{field}: at least one level must stay allowed',
  'instance.not_domain': '{field}: {given} is not the name of a domain',
  'instance.not_host': '{field}: must be the name or address of a server, without a port',
  'instance.not_subject': '{field}: is not a subject of the journal',
  'instance.not_action': '{field}: is not an action of this API',
  'instance.may_not_write_to_all': 'Only sysadmins can send this message',
  'instance.too_many_letters': 'You can write to your team {most:count} times an hour. Try again later',
  'instance.mail_failed': 'The e-mail could not be sent: {problem}',
} as const
