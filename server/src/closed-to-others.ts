import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Our files in the data folder. */
const OURS = /^(?:(?:aliquot|search)\.db(?:-\w+)?|cache|files|secrets\.key|tmp)$/

/** Windows has neither permission bits nor a root user. */
const hasBits = process.platform !== 'win32'

/** Removes access to our data files for other users of the machine. The umask already protects new ones. */
export async function closeToOthers({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log: Logger): Promise<void> {
  if (!hasBits) return
  const names = await readdir(DATA_DIR).catch(() => [])
  for (const name of names) if (OURS.test(name)) await close(join(DATA_DIR, name), log)
}

/** Warns about what the administrator should change. After the start, so that a failed start reports only its cause. */
export async function warnOfOpenDoors({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log: Logger): Promise<void> {
  if (!hasBits) return
  if (process.getuid?.() === 0) log.warn('running as root: run the service as a user of its own')
  const { mode } = await stat(DATA_DIR)
  const bits = (mode & 0o777).toString(8)
  if (mode & 0o007) log.warn(`DATA_DIR: ${DATA_DIR} is readable by all users (${bits}). Run chmod 700.`)
}

async function close(path: string, log: Logger): Promise<void> {
  try {
    const { mode } = await stat(path)
    if (mode & 0o077) await chmod(path, mode & 0o700)
  } catch (error) {
    // Not fatal: the file belongs to somebody else, or has just gone.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, `could not close ${path} to others`)
  }
}
