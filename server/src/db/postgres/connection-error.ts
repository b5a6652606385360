import { Refusal, Unavailable } from '../../errors.ts'

/** The server is away, going away, full, or out of connections: no fault of the request. */
export function connectionError(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, message } = error as { code?: unknown; message?: string }
  const text = typeof code === 'string' ? code : ''
  const away =
    /^(08|53|57P|58)/.test(text) ||
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(text) ||
    /connection|timeout exceeded|Client has encountered/i.test(text === '' ? (message ?? '') : '')
  if (!away) return error
  return new Unavailable('The database does not answer at the moment', { cause: error, part: 'database' })
}
