import { NoRoom, Refusal, Unavailable } from '../errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const BROKEN = new Set([
  ...['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ENOENT', 'ENOTDIR', 'EEXIST', 'ENODEV', 'ESTALE'],
])

/** What the file system says, as the client is to hear it. Bugs stay what they are. */
export function fileTrouble(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (FULL.has(code)) return new NoRoom('There is no room for this file; nothing was stored')
  if (syscall !== undefined && BROKEN.has(code)) {
    return new Unavailable('The storage of files does not work at the moment; nothing was stored', {
      cause: error,
      retryAfterSeconds: 30,
    })
  }
  return error
}
