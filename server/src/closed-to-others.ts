import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** What we make in the data folder. */
const OURS = /^(?:aliquot\.db(?:-wal|-shm)?|cache|files|secrets\.key|tmp)$/

/**
 * Closes our files in the data folder to other people of the machine, and says what the administrator should know of: a folder
 * that is open, or a service that runs as root. New files are closed anyway, by the umask that a start sets first.
 */
export async function closeToOthers({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log: Logger): Promise<void> {
  // Windows has neither such bits nor such a person.
  if (process.platform === 'win32') return
  if (process.getuid?.() === 0) log.warn('running as root: give the service a user of its own')
  const folder = await stat(DATA_DIR).catch(() => undefined)
  if (!folder) return
  const bits = (folder.mode & 0o777).toString(8)
  if (folder.mode & 0o007) log.warn(`DATA_DIR: everybody may look into ${DATA_DIR} (${bits}): chmod 700 it`)
  for (const name of await readdir(DATA_DIR)) if (OURS.test(name)) await close(join(DATA_DIR, name), log)
}

async function close(path: string, log: Logger): Promise<void> {
  try {
    const { mode } = await stat(path)
    if (mode & 0o077) await chmod(path, mode & 0o700)
  } catch (error) {
    // The service can do without: the file is somebody else's, or has just gone.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, `could not close ${path} to others`)
  }
}
