import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/start.ts'

const FILE = 'aliquot.db'
let template: Promise<string> | undefined

/**
 * Puts a database with the schema and the first team into a data folder, or that of the folder `from`, which nobody may
 * have open. Copied, because creating it for each test takes several times as long as most tests do.
 */
export async function copySqliteDatabase(folder: string, from?: string): Promise<void> {
  await copyFile(join(from ?? (await provideTemplate()), FILE), join(folder, FILE))
}

/** Once per worker. It is removed with the folder of the run. */
function provideTemplate(): Promise<string> {
  template ??= makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-template-'))
  const ctx = await openContext(readConfig({ DATA_DIR: folder }), pino({ level: 'silent' }))
  await ctx.db.close()
  return folder
}
