/** Moving in from another server. */
export const moveInRefusals = {
  'move_in.no_key': '{field}: at least one key of the other server is needed',
  'move_in.bad_key': '{field}: the other server refuses key number {number}',
  'move_in.not_address': '{field}: is not the address of a server, such as https://eln.example.org',
  'move_in.no_zone': '{field}: is not a time zone, such as Europe/Paris',
  'move_in.silent': '{address} does not answer: {why}. What came in stays: start again later',
  'move_in.bad_answer': '{address} answers in a way that is not understood: {why}',
  'move_in.running': 'A move from {address} is running already',
  'move_in.may_not': 'Only sysadmins can move a notebook in',
  'move_in.not_found': 'There is no move with this id',
  'move_in.not_key': '{field}: is no key that a server would give',
  'move_in.keys_gone': '{field}: the service no longer has the keys: send them again',
  'move_in.not_running': 'This move does not run',
  'move_in.broken':
    'The move failed for a reason within the service, which its log tells. What came in stays: start again',
} as const
