import type { Change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { today } from '../../lib/dates.ts'
import * as repo from './users.repo.ts'

/**
 * Part of a change that may take rights from a person. Refuses it if no sysadmin would be left; of two sysadmins who
 * demote each other at once, the second finds that they are the last.
 */
export async function keepingSysadmin<T>(
  ctx: Context,
  work: Change,
  { is_sysadmin }: UserRow,
  apply: () => Promise<T>,
): Promise<T> {
  if (is_sysadmin !== 1) return apply()
  const day = today(work.at, ctx.config.TIMEZONE)
  await repo.holdSysadmins(work.db, {})
  const wasManaged = await repo.hasAbleSysadmin(work.db, day)
  const result = await apply()
  if (wasManaged && !(await repo.hasAbleSysadmin(work.db, day))) {
    throw new Unprocessable('user.last_sysadmin')
  }
  return result
}
