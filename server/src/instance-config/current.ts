import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import * as repo from './instance-config.repo.ts'
import { type InstanceConfig, toInstanceConfig, valuesOf } from './values.ts'

declare module '../context.ts' {
  interface Context {
    /** The settings at the last read. */
    knownConfig: { last: Known | undefined }
  }
}

interface Known {
  config: InstanceConfig
  version: number
  epoch: number | undefined
}

/**
 * The current settings of the instance, whichever process changed them. If the engine reports changes they are cached;
 * otherwise this reads one row. Inside a change, use `configIn`.
 */
export async function configOf(ctx: Context): Promise<InstanceConfig> {
  const epoch = ctx.db.rightsEpoch()
  const last = ctx.knownConfig.last
  if (last && epoch !== undefined && last.epoch === epoch) return last.config
  const row = await repo.find(ctx.db.read)
  const version = row?.version ?? 0
  const config = last?.version === version ? last.config : toInstanceConfig(valuesOf(row))
  ctx.knownConfig.last = { config, version, epoch }
  return config
}

const parsed: { chosen: string; config: InstanceConfig } = {
  chosen: '{}',
  config: toInstanceConfig(valuesOf(undefined)),
}

/** The same from the text of the row, for a query that joins it; null without a row. */
export function configFrom(chosen: string | null): InstanceConfig {
  const text = chosen ?? '{}'
  if (parsed.chosen !== text)
    Object.assign(parsed, { chosen: text, config: toInstanceConfig(valuesOf({ chosen: text })) })
  return parsed.config
}

/** The same inside a change, on its own connection. */
export async function configIn(db: Db): Promise<InstanceConfig> {
  return toInstanceConfig(valuesOf(await repo.find(db)))
}
