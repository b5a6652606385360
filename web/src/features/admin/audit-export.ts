import type { AuditEvent } from '@aliquot/contract/audit'

const COLUMNS = [
  ...(['id', 'at', 'userid', 'fullname', 'via', 'address', 'subject', 'subject_id'] as const),
  ...(['entity_id', 'entity_type', 'entity_title'] as const),
  ...(['verb', 'fields', 'changes', 'reason'] as const),
] as const

/** Downloads the events as a file. */
export function downloadTrail(events: readonly AuditEvent[], format: 'csv' | 'json'): void {
  const text = format === 'csv' ? toCsv(events) : JSON.stringify(events, null, 2)
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json'
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = `audit-${new Date().toISOString().slice(0, 10)}.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** RFC 4180, with a byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(events: readonly AuditEvent[]): string {
  const lines = events.map((event) => COLUMNS.map((name) => cell(event[name])).join(','))
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run what starts like a formula, and names and user agents are anybody's text.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
