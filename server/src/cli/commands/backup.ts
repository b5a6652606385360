import { resolve } from 'node:path'
import type { Command } from '../command.ts'
import { progressBar } from '../progress.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Write everything, as it is now, into one archive',
  details: [
    'The service may go on running. The archive holds password hashes: it is readable by its owner alone, keep it so.',
    'It can be restored on either engine.',
  ].join('\n'),
  argument: { name: 'FILE', type: 'text', help: 'the archive to write; it must not be there yet' },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { createBackup } = await import('../../backup/create.ts')
    const { noteRun } = await import('../../servers/last-runs.ts')
    const { formatBytes } = await import('../../lib/bytes.ts')
    const progress = progressBar('rows')
    const file = resolve(call.argument)
    const result = await withExistingInstance(async (ctx) => {
      const made = await createBackup(ctx, file, progress.count)
      await noteRun(ctx, 'backup', made.missing + made.altered === 0)
      return made
    }).finally(progress.clear)
    const { rows, files, bytes, missing, altered, problems } = result
    const lines = [`${file}: ${rows} rows, ${files} files, ${formatBytes(bytes)}`]
    lines.push(...problems)
    const unnamed = missing + altered - problems.length
    if (unnamed > 0)
      lines.push(`The contents of ${unnamed} more files are missing or altered: aliquot verify names them`)
    call.print(result, lines.join('\n'))
    return missing + altered > 0 ? 1 : 0
  },
}

export const restore: Command = {
  name: 'restore',
  summary: 'Put the content of an archive into an instance that is still empty',
  details: [
    'Stop the service first. The archive is checked before anything is changed; a damaged one, or a target with users',
    'or entries, is refused and the target stays as it is. At the end everything is verified as by aliquot verify. Sessions',
    'and links to set a password end: people sign in again.',
  ].join('\n'),
  argument: { name: 'FILE', type: 'text', help: 'an archive that aliquot backup wrote' },
  options: { 'keep-sessions': { type: 'flag', help: 'sessions and links to set a password go on' } },
  async run(call) {
    const { readConfig } = await import('../../config.ts')
    const { restoreBackup } = await import('../../backup/restore.ts')
    const progress = progressBar('bytes checked')
    const result = await restoreBackup(readConfig(), resolve(call.argument), progress.count).finally(progress.clear)
    const { CLI, withInstance } = await import('../instance.ts')
    const { endRestoredAccess } = await import('../../features/users/users.after-restore.ts')
    const access = await withInstance((ctx) => endRestoredAccess(ctx, CLI, call.flag('keep-sessions')))
    const { created_at, rows, files, verdict } = result
    const lines = [`Restored ${rows} rows and ${files} files, as they were at ${created_at}`]
    if (!call.flag('keep-sessions')) {
      lines.push(`Ended ${access.sessions_ended} sessions and ${access.links_ended} links to set a password`)
    }
    if (access.keys_alive > 0) {
      lines.push(
        `${access.keys_alive} API keys open accounts again, also those that were deleted since: aliquot apikey list`,
      )
    }
    if (!verdict.ok) {
      lines.push(
        'The journal shows that the original had been altered:',
        ...verdict.findings.map(({ message }) => message),
      )
    }
    call.print({ ...result, ...access }, lines.join('\n'))
    return verdict.ok ? 0 : 1
  },
}
