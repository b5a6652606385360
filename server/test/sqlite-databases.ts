import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/start.ts'

const FILES = ['aliquot.db', 'search.db']
let template: Promise<string> | undefined

/**
 * Puts a database with the schema and the first team into a data folder, or that of the folder `from`, which nobody may
 * have open. Copied, because creating it for each test takes several times as long as most tests do.
 */
export async function copySqliteDatabase(folder: string, from?: string): Promise<void> {
  const template = from ?? (await provideTemplate())
  for (const name of FILES) await copyFile(join(template, name), join(folder, name))
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
