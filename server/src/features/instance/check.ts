import type { HealthCheck } from '@aliquot/contract/health'
import { type Finding, finding, findingInEnglish } from '@aliquot/contract/health-words'

/** The result of one check. The part of the code before the dot names the check. */
export function result(
  state: HealthCheck['state'],
  found: Finding,
  name = found.code.split('.')[0] ?? '',
): HealthCheck {
  const { code, params } = found
  return { name, state, message: findingInEnglish(found), code, params: params as HealthCheck['params'] }
}

export function failedCheck(name: string, problem: string): HealthCheck {
  return result('wrong', finding('check.failed', { problem }), name)
}
