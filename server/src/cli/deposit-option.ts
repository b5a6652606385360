import type { DepositReach } from '../access/deposit-reach.ts'
import { type Call, UsageError } from './command.ts'

/** What the options of `apikey create` give a deposit key. */
export function readDeposit(call: Call): DepositReach | undefined {
  const templates = call.maybeText('templates')
  const entries = call.maybeText('entries')
  if (!call.flag('deposit')) {
    if (templates !== undefined || entries !== undefined) {
      throw new UsageError('--templates and --entries are for keys with --deposit')
    }
    return undefined
  }
  if (call.flag('read-only')) throw new UsageError('a key is either --read-only or --deposit')
  return { templates: partsOf(templates).map(readTemplate), entries: partsOf(entries).map(readEntry) }
}

function partsOf(list: string | undefined): string[] {
  return (list ?? '').split(',').filter((part) => part.trim() !== '')
}

function readTemplate(part: string): number {
  if (!/^ *[1-9]\d{0,8} *$/.test(part)) throw new UsageError(`--templates takes ids like 12,15, not "${part}"`)
  return Number(part)
}

function readEntry(part: string): DepositReach['entries'][number] {
  const [, type, id] = /^ *(experiments|items)\/([1-9]\d{0,8}) *$/.exec(part) ?? []
  if (id === undefined) throw new UsageError(`--entries takes a list like experiments/4,items/7, not "${part}"`)
  return { type: type as 'experiments' | 'items', id: Number(id) }
}
