import { Refusal, Unavailable } from '../../errors.ts'

/** The server is unavailable, shutting down, full, out of connections or busy: not a fault of the request. */
export function connectionError(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (isTimeout(error)) {
    return new Unavailable('storage.database_busy', { cause: error, part: 'database' })
  }
  if (!isLost(error) && !isStuck(error) && !isOutdated(error) && !/^(53|58)/.test(code)) return error
  return new Unavailable('storage.database_silent', { cause: error, part: 'database' })
}

const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'

/** A statement took too long, or waited too long for a lock. */
export function isTimeout(error: unknown): boolean {
  const code = codeOf(error)
  return code === LOCK_TIMEOUT || code === STATEMENT_TIMEOUT
}

/** The connection broke, or could not be opened. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  const message = code === '' ? messageOf(error) : ''
  return (
    /^(08|57P)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code) ||
    /connection|timeout exceeded|Client has encountered/i.test(message)
  )
}

/** No answer in time: the server or the network hangs. */
export function isStuck(error: unknown): boolean {
  return codeOf(error) === '' && messageOf(error) === 'Query read timeout'
}

/** Another process has migrated the tables: the statements that this connection has prepared are of no use any more. */
export function isOutdated(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test(messageOf(error))
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

function messageOf(error: unknown): string {
  return (error as { message?: string }).message ?? ''
}
