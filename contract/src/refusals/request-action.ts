/** What people ask of each other about an entry. */
export const requestActionRefusals = {
  'request_action.not_found': 'No request with this id about this entry',
  'request_action.may_not_read': 'Requests are read only by the person who is asked, and by sysadmins',
  'request_action.may_not_remove': 'Only who asked and who is asked can remove a request',
  'request_action.too_many': 'There are too many requests about this entry',
  'request_action.asked_already': '{field}: you have asked this person for it already',
  'request_action.no_person': '{field}: there is no such person',
  'request_action.person_may_not_read': '{field}: this person may not read the entry',
} as const
