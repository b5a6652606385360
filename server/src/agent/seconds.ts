import { SetupProblem } from './problems.ts'

export function readSeconds(told: unknown, name: string, usual: number, least: number, most: number): number {
  if (told === undefined) return usual
  if (typeof told !== 'number' || !(told >= least && told <= most)) {
    throw new SetupProblem(`${name}: must be a number of seconds from ${least} to ${most}`)
  }
  return told
}
