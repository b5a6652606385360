/** What people ask of each other about an entry. */
export const requestActionRefusals = {
  'request_action.not_found': 'No request with this id about this entry',
  'request_action.may_not_read': 'Only the recipient and sysadmins can read these requests',
  'request_action.may_not_remove': 'Only the sender and the recipient can remove a request',
  'request_action.too_many': 'There are too many requests about this entry',
  'request_action.asked_already': '{field}: you have already sent this request to this person',
  'request_action.no_person': '{field}: there is no such person',
  'request_action.person_may_not_read': '{field}: this person may not read the entry',
} as const
