import type { Command } from '../command.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Start the service, as npm start does',
  details: 'It ends with SIGTERM or Ctrl-C, after the requests that are being answered.',
  async run() {
    const { serve } = await import('../../serve.ts')
    await serve()
  },
}

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date without starting the service',
  details: 'The service does the same when it starts. Running it again changes nothing.',
  async run(call) {
    const { readConfig } = await import('../../config.ts')
    const { migrate } = await import('../../db/migrate.ts')
    const { openDatabase } = await import('../../db/open.ts')
    const db = await openDatabase(readConfig())
    try {
      const applied = await migrate(db)
      call.print({ applied }, applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to do')
    } finally {
      await db.close()
    }
  },
}
