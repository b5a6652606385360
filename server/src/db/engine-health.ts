import type { Finding } from '@aliquot/contract/health-words'
import type { Db } from './schema.ts'

/** Facts of a database for operators, which each engine finds in its own way. */
export interface EngineHealth {
  /** Its version, the settings that decide durability, and what is wrong with them. */
  describe(db: Db): Promise<{ found: Finding; state: 'ok' | 'warning' | 'wrong' }>
  /** Its size, and that of its write-ahead log. */
  sizes(db: Db, dataFolder: string): Promise<{ bytes: number; walBytes?: number }>
  /** The database's clock in milliseconds; missing if it has none of its own. */
  clock?(db: Db): Promise<number>
  /** What is wrong with the pages of the database, one problem per line. */
  findDamage(db: Db): Promise<string[]>
}
