import type { Histogram, Info } from '@aliquot/contract/instance'
import type { Context } from '../../context.ts'
import { configOf } from '../../instance-config/current.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { API_LEVEL, API_LEVEL_NUMBER, VERSION } from '../../version.ts'
import { bytesOfAll } from '../uploads/uploads.lookup.ts'
import { countEverybody } from '../users/users.lookup.ts'
import { PEOPLE } from './daily-counts.ts'
import { bucketsOf } from './histogram.ts'
import * as repo from './info.repo.ts'

const TYPE = { experiments: 1, items: 2 } as const

/** What programs check before they use an instance. All numbers come from totals and indexes. */
export async function readInfo(ctx: Context): Promise<Info> {
  const { read } = ctx.db
  const [everybody, people, teams, entries, config, [files]] = await Promise.all([
    countEverybody(read),
    repo.countActive(read, {}),
    repo.countTeams(read, {}),
    repo.countEntries(read, {}),
    configOf(ctx),
    bytesOfAll(read, {}),
  ])
  const bytes = Number(files?.bytes ?? 0)
  const totalOf = (type: number) => Number(entries.find((row) => row.type === type)?.total ?? 0)
  return {
    elabftw_version: API_LEVEL,
    elabftw_version_int: API_LEVEL_NUMBER,
    aliquot_version: VERSION,
    allowed_levels: [...config.allowedLevels].sort((a, b) => a - b),
    all_users_count: everybody,
    active_users_count: Number(people[0]?.active ?? 0) - Number(people[0]?.unvalidated ?? 0),
    teams_count: Number(teams[0]?.total ?? 0),
    experiments_count: totalOf(TYPE.experiments),
    items_count: totalOf(TYPE.items),
    ts_balance: config.timestampsLeft,
    ts_limit: config.timestampsLimit,
    uploads_filesize_sum: bytes,
    uploads_filesize_sum_formatted: formatBytes(bytes),
    ...NOT_YET,
  }
}

/** The growth of the instance. */
export async function readHistogram(ctx: Context, columns: number): Promise<Histogram> {
  const today = ctx.now().slice(0, 10)
  const growth = async (kind: number) => bucketsOf(await repo.listDays(ctx.db.read, { kind }), today, columns)
  const [experiments, items, users] = await Promise.all([growth(TYPE.experiments), growth(TYPE.items), growth(PEOPLE)])
  return { experiments, items, users }
}

/** Not implemented: time stamps, compounds. */
const NOT_YET = {
  compounds_count: 0,
  experiments_timestamped_count: 0,
  entities_timestamped_count_last_30_days: 0,
}
