import { NoRoom, Refusal, Unavailable } from '../errors.ts'
import { S3Trouble } from './s3-errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const BROKEN = new Set([
  ...['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ENOENT', 'ENOTDIR', 'EEXIST', 'ENODEV', 'ESTALE'],
])

/** Translates errors of the file system or of S3 for whoever stores a file. Bugs pass through. */
export function fileTrouble(error: unknown): unknown {
  if (error instanceof S3Trouble) return nothingStored(error.cause)
  if (error instanceof Refusal) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (FULL.has(code)) return new NoRoom('storage.no_room')
  if (syscall !== undefined && BROKEN.has(code)) {
    return nothingStored(error)
  }
  return error
}

function nothingStored(cause: unknown): Unavailable {
  return new Unavailable('storage.files_broken', { cause, retryAfterSeconds: 30, part: 'files' })
}
