import { existsSync, readFileSync } from 'node:fs'
import { type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'

export const verify: Command = {
  name: 'verify',
  summary: 'Recompute the whole journal and name what does not fit',
  details: [
    'Checks every event, chain and checkpoint, and holds entries, texts, comments, files, people, teams, keys and tags',
    'against them. The content of every file is read and hashed. The service may go on running. Exit code 1 when',
    'anything is wrong.',
  ].join('\n'),
  options: {
    'no-files': { type: 'flag', help: 'leave out the contents of files, which may take long' },
    against: {
      type: 'text',
      value: 'FILE|HASH',
      help: 'a hash of a checkpoint that was kept elsewhere, or a file of them',
    },
  },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { verify } = await import('../../verify/verify.ts')
    const { noteRun } = await import('../../servers/last-runs.ts')
    const kept = await readKept(call.maybeText('against'))
    const progress = progressBar('entries')
    const contents = progressBar('files')
    const verdict = await withExistingInstance(async (ctx) => {
      const { store } = ctx.files
      const withFiles = call.flag('no-files') ? undefined : { store, onProgress: contents.count }
      const found = await verify(ctx.db, progress.show, withFiles, kept)
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

const MOST_SHOWN = 10

export const checkpoints: Command = {
  name: 'checkpoints',
  summary: 'Show the newest checkpoints of the journal, to keep their hashes somewhere else',
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { listCheckpoints } = await import('../../journal/checkpoints.ts')
    const rows = await withExistingInstance(({ db }) => listCheckpoints(db.read, MOST_SHOWN))
    call.print(rows, rows.map(({ id, at, last_event, hash }) => `${id} ${at} ${last_event} ${hash}`).join('\n'))
    return 0
  },
}

async function readKept(given: string | undefined): Promise<string[]> {
  if (given === undefined) return []
  const { hashesIn } = await import('../../verify/kept-hashes.ts')
  const kept = hashesIn(existsSync(given) ? readFileSync(given, 'utf8') : given)
  if (kept.length === 0) {
    throw new UsageError(
      `--against: ${existsSync(given) ? `there is no hash in ${given}` : `${given} is neither a file nor a hash`}`,
    )
  }
  return kept
}
