import type { Db } from './schema.ts'

/** What operators want to know of a database, which each engine finds out in its own way. */
export interface EngineHealth {
  /** Its version and the settings that decide about durability, and what is wrong with them. */
  describe(db: Db): Promise<{ message: string; state: 'ok' | 'warning' | 'wrong' }>
  /** How large it is, and how large the write-ahead log beside it. */
  sizes(db: Db, dataFolder: string): Promise<{ bytes: number; walBytes?: number }>
  /** Milliseconds by the clock of the database; absent where it has none of its own. */
  clock?(db: Db): Promise<number>
  /** What is wrong with the pages of the database, a line for each. */
  findDamage(db: Db): Promise<string[]>
}
