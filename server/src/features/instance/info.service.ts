import type { Info } from '@aliquot/contract/instance'
import type { Context } from '../../context.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { API_LEVEL, API_LEVEL_NUMBER, VERSION } from '../../version.ts'
import * as repo from './info.repo.ts'

const TYPE = { experiments: 1, items: 2 } as const

/** What programs check before they talk to an instance. */
export async function readInfo({ db }: Context): Promise<Info> {
  const [users, teams, entries] = await Promise.all([
    repo.countUsers(db.read, {}),
    repo.countTeams(db.read, {}),
    repo.countEntries(db.read, {}),
  ])
  const totalOf = (type: number) => Number(entries.find((row) => row.type === type)?.total ?? 0)
  return {
    elabftw_version: API_LEVEL,
    elabftw_version_int: API_LEVEL_NUMBER,
    aliquot_version: VERSION,
    all_users_count: Number(users[0]?.everyone ?? 0),
    active_users_count: Number(users[0]?.active ?? 0),
    teams_count: Number(teams[0]?.total ?? 0),
    experiments_count: totalOf(TYPE.experiments),
    items_count: totalOf(TYPE.items),
    ...NOT_YET,
  }
}

/** Nothing of the kind can be stored yet: no files, no time stamps, no compounds. */
const NOT_YET = {
  ts_balance: 0,
  ts_limit: 0,
  uploads_filesize_sum: 0,
  uploads_filesize_sum_formatted: formatBytes(0),
  compounds_count: 0,
  experiments_timestamped_count: 0,
  entities_timestamped_count_last_30_days: 0,
}
