import type { Step } from '@aliquot/contract/steps'
import type { StepRow } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'

export function toStep(row: StepRow, zone: string): Step {
  const time = (at: string | null) => (at === null ? null : wireTime(at, zone))
  return {
    id: row.id,
    item_id: row.entity_id,
    body: row.body,
    ordering: row.ordering,
    finished: flag(row.finished),
    finished_time: time(row.finished_time),
    deadline: time(row.deadline),
    deadline_notif: flag(row.deadline_notif),
    is_immutable: flag(row.is_immutable),
  }
}

function flag(value: number): 0 | 1 {
  return value === 1 ? 1 : 0
}
