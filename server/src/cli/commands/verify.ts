import type { Command } from '../command.ts'
import { progressBar } from '../progress.ts'

export const verify: Command = {
  name: 'verify',
  summary: 'Recompute the whole journal and name what does not fit',
  details: [
    'Checks every event, chain and checkpoint, and holds entries, texts, comments, files, people, teams, keys and tags',
    'against them. The content of every file is read and hashed. The service may go on running. Exit code 1 when',
    'anything is wrong.',
  ].join('\n'),
  options: { 'no-files': { type: 'flag', help: 'leave out the contents of files, which may take long' } },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { verify } = await import('../../verify/verify.ts')
    const { noteRun } = await import('../../servers/last-runs.ts')
    const progress = progressBar('entries')
    const contents = progressBar('files')
    const verdict = await withExistingInstance(async (ctx) => {
      const { store } = ctx.files
      const withFiles = call.flag('no-files') ? undefined : { store, onProgress: contents.count }
      const found = await verify(ctx.db, progress.show, withFiles)
      await noteRun(ctx, 'verify', found.ok)
      return found
    }).finally(() => {
      progress.clear()
      contents.clear()
    })
    const { chains, events, checkpoints, files, findings, wrong, ok } = verdict
    const looked = `${chains} entries, ${events} events, ${checkpoints} checkpoints, ${files} files`
    const lines = ok
      ? [`Everything fits: ${looked}`]
      : [
          ...findings.map((finding) => finding.message),
          ...(wrong > findings.length ? [`… and ${wrong - findings.length} more`] : []),
          `${wrong} ${wrong === 1 ? 'thing does' : 'things do'} not fit (${looked})`,
        ]
    call.print(verdict, lines.join('\n'))
    return ok ? 0 : 1
  },
}
