/** What is set for the whole instance, and how it is. */
export const instanceRefusals = {
  'instance.may_not_configure': 'Only sysadmins read and change what is set for the whole instance',
  'instance.may_not_audit': 'Only sysadmins read the audit trail',
  'instance.may_not_see_health': 'Only sysadmins see how the instance is',
  'instance.no_level_left': '{field}: one level must stay allowed, or nobody could set permissions',
  'instance.not_domain': '{field}: {given} is not the name of a domain',
  'instance.not_subject': '{field}: is not a subject of the journal',
  'instance.not_action': '{field}: is not an action of this API',
} as const
