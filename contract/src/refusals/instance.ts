/** What is set for the whole instance, and how it is. */
export const instanceRefusals = {
  'instance.may_not_configure': 'Only sysadmins can read and change instance settings',
  'instance.may_not_audit': 'Only sysadmins can read the audit trail',
  'instance.may_not_see_health': 'Only sysadmins can see the health checks',
  'instance.no_level_left': '{field}: at least one level must stay allowed',
  'instance.not_domain': '{field}: {given} is not the name of a domain',
  'instance.not_subject': '{field}: is not a subject of the journal',
  'instance.not_action': '{field}: is not an action of this API',
} as const
