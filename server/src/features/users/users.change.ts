import type { Db } from '../../db/schema.ts'
import * as repo from './users.repo.ts'

export function setLastLogin(db: Db, userid: number, at: string): Promise<unknown> {
  return repo.update(db, userid, { last_login: at })
}
