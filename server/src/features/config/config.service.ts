import {
  CONFIG_DEFAULTS,
  CONFIG_KEYS,
  type ConfigKey,
  type ConfigPatch,
  type ConfigValues,
  type InstanceSettings,
  SECRET_KEYS,
  SECRET_MASK,
} from '@aliquot/contract/config'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { migrations } from '../../db/migrations/list.ts'
import type { ConfigRow } from '../../db/schema.ts'
import { configTable } from '../../db/tables/people/config.ts'
import { Forbidden } from '../../errors.ts'
import * as repo from '../../instance-config/instance-config.repo.ts'
import { chosenOf, valuesOf } from '../../instance-config/values.ts'
import { type Changes, rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { isSecret, readGiven, requireSomeLevel } from './config.input.ts'
import { sealSecrets } from './config.secrets.ts'

/** The record with the version for its ETag. */
interface SeenConfig {
  settings: InstanceSettings
  version: number
}

export function requireMayConfigure(actor: Actor): void {
  if (!actor.isSysadmin) throw new Forbidden('instance.may_not_configure')
}

/** The settings of the instance. The caller has checked access. */
export async function readSettings(ctx: Context): Promise<SeenConfig> {
  return toSeen(await repo.find(ctx.db.read))
}

/** Sets all given values, or none if one is refused. */
export async function changeSettings(
  ctx: Context,
  author: Author,
  patch: ConfigPatch,
  ifMatch?: IfMatch,
): Promise<SeenConfig> {
  const given = await sealSecrets(ctx, readGiven(patch))
  return change(ctx, author, async (work) => {
    const before = await repo.hold(work.db)
    await requireMatch(ifMatch, before?.version ?? 0, async () => toSeen(before).settings)
    const values = { ...valuesOf(before), ...given }
    requireSomeLevel(values)
    return toSeen(await keepValues(work, before, values))
  })
}

/** Resets everything to its default, secrets included. */
export async function resetSettings(ctx: Context, author: Author, ifMatch?: IfMatch): Promise<void> {
  await change(ctx, author, async (work) => {
    const before = await repo.hold(work.db)
    await requireMatch(ifMatch, before?.version ?? 0, async () => toSeen(before).settings)
    await keepValues(work, before, CONFIG_DEFAULTS)
  })
}

/** A change without a difference is not an event. */
async function keepValues(
  work: Change,
  before: ConfigRow | undefined,
  values: ConfigValues,
): Promise<ConfigRow | undefined> {
  const chosen = chosenOf(values)
  if (chosen === (before?.chosen ?? '{}')) return before
  const after = before ? await repo.update(work.db, before, chosen) : await repo.insert(work.db, chosen)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'config',
    subjectId: after.id,
    verb: before ? 'updated' : 'created',
    changes: changesBetween(valuesOf(before), values),
    seal: sealOf(configTable, after),
  })
  return after
}

const NOT_TOLD: ReadonlySet<ConfigKey> = new Set<ConfigKey>([...SECRET_KEYS, 'saml_x509', 'saml_x509_new'])

/** For a secret it records only that it changed. */
function changesBetween(before: ConfigValues, after: ConfigValues): Changes {
  const told = CONFIG_KEYS.filter((key) => !NOT_TOLD.has(key))
  const changes = rowChanges<ConfigValues>(before, after, told)
  for (const key of NOT_TOLD) if (before[key] !== after[key]) changes[key] = { after: SECRET_MASK }
  return changes
}

function toSeen(row: ConfigRow | undefined): SeenConfig {
  const shown = Object.entries(valuesOf(row)).map(([name, value]) => [name, shownValue(name as ConfigKey, value)])
  return {
    settings: { ...(Object.fromEntries(shown) as ConfigValues), schema: SCHEMA },
    version: row?.version ?? 0,
  }
}

const SCHEMA = String(Number.parseInt(migrations.at(-1)?.name ?? '0', 10))

function shownValue(key: ConfigKey, value: string | null): string | null {
  return isSecret(key) && value ? SECRET_MASK : value
}
