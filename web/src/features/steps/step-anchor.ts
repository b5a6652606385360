import type { StepRef } from './step-changes.ts'

/** The URL fragment of a step, which is also the id of its row. */
export function stepAnchor(ref: StepRef): string {
  return `step-${ref}`
}
