import type { MoveInReport } from '../../features/move-in/report/finish.ts'
import { type Call, type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'
import { table } from '../table.ts'

export const moveInFrom: Command = {
  name: 'move-in',
  summary: 'Bring in the notebook of another server: eLabFTW, or another Aliquot',
  details: [
    'Through the API of that server alone: teams, people, groups, categories, status, templates, experiments and resources with',
    'all that belongs to them. What one key may not read another may. The service may go on running. A run may be broken off at',
    'any moment: the next one goes on, and brings what changed there since. What people have changed here stays. Give keys in a',
    'file or on standard input, because everybody on this machine sees the command line. See docs/move-in.md.',
  ].join('\n'),
  options: {
    from: { type: 'text', value: 'URL', required: true, help: 'the address of the other server' },
    key: { type: 'text', value: 'KEY', many: true, help: 'an API key of it; may be given several times' },
    'key-file': { type: 'text', value: 'FILE', many: true, help: 'a file with keys, one in each line' },
    'key-stdin': { type: 'flag', help: 'read keys from standard input, one in each line' },
    as: { type: 'text', value: 'EMAIL', help: 'the sysadmin here who answers for it; usually the first one' },
    'dry-run': { type: 'flag', help: 'tell what would come, and write nothing' },
    thorough: { type: 'flag', help: 'read every entry again, also for comments that were edited or deleted there' },
    'in-flight': { type: 'number', value: 'COUNT', help: 'requests at once, 4 without it' },
    timezone: { type: 'text', value: 'ZONE', help: 'of the times there, such as Europe/Paris; TIMEZONE without it' },
  },
  async run(call) {
    const keys = await readKeys(call)
    warnOfPlainHttp(call.text('from'))
    const { withExistingInstance } = await import('../instance.ts')
    const { requireSysadmin } = await import('../people.repo.ts')
    const { moveIn } = await import('../../features/move-in/move-in.service.ts')
    const progress = progressBar('entries', call.json)
    const stop = new AbortController()
    const end = () => stop.abort(new Error('stopped: start again to go on'))
    process.once('SIGINT', end).once('SIGTERM', end)
    const timezone = call.maybeText('timezone')
    const report = await withExistingInstance(async (ctx) => {
      const options = {
        ...{ from: call.text('from'), keys, dryRun: call.flag('dry-run'), thorough: call.flag('thorough') },
        as: await requireSysadmin(ctx.db.read, call.maybeText('as')),
        ...(call.maybeText('in-flight') !== undefined && { inFlight: call.number('in-flight') }),
        ...(timezone !== undefined && { timezone }),
      }
      return moveIn(
        ctx,
        options,
        ({ done, total }) => (total === null ? progress.count(done) : progress.show(done, total)),
        stop.signal,
      )
    }).finally(() => {
      progress.clear()
      process.off('SIGINT', end).off('SIGTERM', end)
    })
    call.print(report, tell(report))
    return 0
  },
}

function warnOfPlainHttp(from: string): void {
  if (!/^\s*http:/i.test(from)) return
  console.error(
    'aliquot: http:// is not encrypted, so others on the way can read the keys. Use https:// if that server has it.',
  )
}

/** Keys are shown nowhere, and stay out of messages. */
async function readKeys(call: Call): Promise<string[]> {
  const { readFile } = await import('node:fs/promises')
  const { text } = await import('node:stream/consumers')
  const given = call.many('key')
  for (const file of call.many('key-file')) {
    const lines = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--key-file ${file} cannot be read: ${error.code}`)
    })
    given.push(...lines.split('\n'))
  }
  if (call.flag('key-stdin')) given.push(...(await text(process.stdin)).split('\n'))
  const keys = [...new Set(given.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')))]
  if (keys.length === 0) throw new UsageError('a key is missing: --key-file, --key-stdin or --key')
  const wrong = keys.findIndex((key) => !/^[\x21-\x7e]{1,500}$/.test(key))
  if (wrong >= 0) throw new UsageError(`key number ${wrong + 1} is not one that a server would give`)
  return keys
}

function tell({ source, dry_run, counts, files, problems, problems_total }: MoveInReport): string {
  const rows = Object.entries(counts).map(([kind, count]) => [
    ...[kind, count.there, count.hidden, count.here, count.made, count.updated],
    ...[count.same, count.conflicts, count.failed],
  ])
  const head = ['', 'there', 'hidden', 'here', dry_run ? 'would come' : 'new', 'changed', 'same', 'conflicts', 'failed']
  const told = problems.slice(0, MOST_TOLD).map(({ kind, id, title, message, detail }) => {
    const name = [kind, id, title && `"${title}"`].filter(Boolean).join(' ')
    return `${name}: ${[message, detail].filter(Boolean).join(': ')}`
  })
  const rest = problems_total - told.length
  return [
    `${source.address}, ${source.version}${dry_run ? ': nothing was written' : ''}`,
    '',
    table(head, rows),
    '',
    `files: ${files.brought} brought, ${files.compared} compared by their hashes, ${files.differing} differ`,
    ...(told.length > 0 ? ['', 'What could not come as it is:', ...told] : []),
    ...(rest > 0 ? [`and ${rest} more, see --json`] : []),
  ].join('\n')
}

const MOST_TOLD = 200
