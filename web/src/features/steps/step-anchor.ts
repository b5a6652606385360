import type { StepRef } from './step-changes.ts'

/** The part of an address that names a step, which is also the id of its row. */
export function stepAnchor(ref: StepRef): string {
  return `step-${ref}`
}
