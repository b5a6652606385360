import { Unavailable } from '../../errors.ts'

/** Another connection holds a required lock. */
export function isLock(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0
  return (code & 0xff) === 5 || (code & 0xff) === 6
}

/** A file is damaged: its pages, its header, or the tables that a full-text index is made of. */
export function isDamage(error: unknown): boolean {
  const { errcode = 0, message, cause } = error as { errcode?: number; message?: string; cause?: unknown }
  if (cause) return isDamage(cause)
  const code = errcode & 0xff
  return code === 11 || code === 26 || (code === 1 && /fts5|vtable constructor failed/.test(message ?? ''))
}

/** Errors of SQLite itself (disk full, read error, lock timeout) are not a fault of the request. */
export function storageError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode
  if (code === undefined) return error
  switch (code & 0xff) {
    case 5: // busy
    case 6: // locked
      return new Unavailable('storage.database_busy', { cause: error, part: 'database' })
    case 10: // input/output error
    case 11: // corrupt
    case 13: // full
    case 14: // cannot open
    case 8: // read-only
      return new Unavailable('storage.database_full', {
        cause: error,
        retryAfterSeconds: 10,
        part: 'database',
      })
    default:
      return error
  }
}
