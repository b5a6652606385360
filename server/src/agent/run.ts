import type { Server } from 'node:net'
import { Client } from './client.ts'
import { type Config, readConfig } from './config.ts'
import { Ledger } from './ledger.ts'
import { lockState } from './lock.ts'
import { makeLog } from './log.ts'
import { printable } from './paths.ts'
import { matchRule } from './rules.ts'
import { scanFolder } from './scan.ts'
import { describeStatus, isRunning, readStatus, type Status } from './status.ts'
import { describeGoal } from './targets.ts'
import { Watcher } from './watcher.ts'

export interface WatchOptions {
  config: string
  once: boolean
  dryRun: boolean
  version: string
}

/** `aliquot watch`. Returns the exit code: 1 if something is not in the notebook. */
export async function runWatch(options: WatchOptions): Promise<number> {
  const config = readConfig(options.config)
  const log = makeLog(config.key)
  for (const warning of config.warnings) log.warn(warning)
  if (options.dryRun) return showPlan(config)
  const lock = await lockState(config.state)
  const ledger = openLedger(config.state, lock)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const { signal } = stopping
  const client = new Client(config.server, config.key, signal)
  const watcher = new Watcher({ config, version: options.version, client, ledger, log, signal })
  try {
    log.info(`watching ${config.rules.map(({ folder }) => folder).join(', ')} for ${config.server.origin}`)
    if (options.once) return (await watcher.runOnce()) ? 0 : 1
    await watcher.run()
    return 0
  } finally {
    client.close()
    ledger.close()
    lock.close()
    process.off('SIGTERM', stop)
    process.off('SIGINT', stop)
  }
}

/** Only under the lock: opening it may replace the file to which another agent adds. */
function openLedger(state: string, lock: Server): Ledger {
  try {
    return new Ledger(state)
  } catch (error) {
    lock.close()
    throw error
  }
}

/** What would be sent where. Nothing is asked, sent or written. */
async function showPlan(config: Config): Promise<number> {
  const problems: string[] = []
  for (const rule of config.rules) {
    for await (const { relative, size } of scanFolder(rule.folder, (problem) => problems.push(problem))) {
      const first = config.rules.find((one) => one.folder === rule.folder && matchRule(one, relative))
      const groups = first === rule ? matchRule(rule, relative) : undefined
      if (groups) console.log(`${printable(relative)} (${size} bytes) → ${printable(describeGoal(rule.goal, groups))}`)
    }
  }
  for (const problem of problems) console.error(printable(problem))
  return problems.length > 0 ? 1 : 0
}

/** `aliquot watch status`: how the agent with this configuration is doing. */
export function readWatchStatus(path: string): { status: Status; text: string; isWell: boolean } | undefined {
  const status = readStatus(readConfig(path).state)
  if (!status) return undefined
  const isWell = isRunning(status) && status.refusedInAll === 0 && status.problem === ''
  return { status, text: describeStatus(status), isWell }
}
