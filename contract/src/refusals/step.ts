/** Steps. */
export const stepRefusals = {
  'step.not_found': 'No step with this id in this entry',
  'step.too_many': 'An entry has at most {most:count} steps',
  'step.immutable': '{field}: this step is locked',
  'step.no_deadline': '{field}: this step has no deadline',
  'step.templates_only': '{field}: can be set in templates only; the actions forcelock and forceunlock set all',
  'step.not_each_once': '{field}: must name each step of this entry once',
  'step.keeps_place': '{field}: step {id} is locked and keeps its place',
  'step.not_action': '{field}: is not an action of steps',
  'step.not_action_of_all': '{field}: must be forcelock or forceunlock for all steps at once',
} as const
