import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from './paths.ts'

/** How an agent is doing, for `aliquot watch status` and for the notebook. */
export interface Status {
  at: string
  pid: number
  name: string
  version: string
  server: string
  /** When the notebook last accepted something; empty: never since the start. */
  lastContact: string
  /** What keeps everything waiting; empty: nothing. */
  problem: string
  waiting: number
  sending: readonly { file: string; sent: number; size: number }[]
  /** Since the start. */
  sent: number
  refused: readonly { file: string; reason: string; at: string }[]
  refusedInAll: number
}

const NAME = 'status.json'

/** Replaced as a whole, so that a reader never sees half of it. */
export function writeStatus(folder: string, status: Status): void {
  const next = join(folder, `${NAME}.new`)
  writeFileSync(next, JSON.stringify(status), { mode: 0o600 })
  renameSync(next, join(folder, NAME))
}

export function readStatus(folder: string): Status | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as Status
  } catch {
    return undefined
  }
}

/** The status file is renewed at least this often. */
const FRESH_MS = 3 * 60_000

export function isRunning(status: Status): boolean {
  if (Math.abs(Date.now() - Date.parse(status.at)) > FRESH_MS) return false
  try {
    process.kill(status.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function describeStatus(status: Status): string {
  const lines = [
    `${status.name} ${isRunning(status) ? 'is running' : 'is NOT running'} (last seen ${status.at})`,
    `  notebook      ${status.server}`,
    `  last contact  ${status.lastContact || 'none since the start'}`,
    `  waiting       ${status.waiting}`,
    `  sent          ${status.sent} since the start`,
    `  refused       ${status.refusedInAll}`,
  ]
  if (status.problem) lines.push(`  problem       ${printable(status.problem)}`)
  for (const { file, sent, size } of status.sending)
    lines.push(`  sending       ${printable(file)}, ${percent(sent, size)}`)
  for (const { file, reason, at } of status.refused)
    lines.push(`  refused       ${printable(file)}: ${printable(reason)} (${at})`)
  return lines.join('\n')
}

function percent(sent: number, size: number): string {
  return size === 0 ? '0 %' : `${Math.floor((100 * sent) / size)} %`
}
