import { resolve } from 'node:path'
import { type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'

export const exportEntries: Command = {
  name: 'export',
  summary: 'Write all entries of a type into one file that other programs can read',
  details: [
    'Each entry as its owner sees it; deleted ones are left out. A zip has a folder for each entry, with a page that shows it,',
    'its record and its files. The service may go on running. To move or keep a whole instance, use aliquot backup.',
  ].join('\n'),
  options: {
    out: { type: 'text', value: 'FILE', required: true, help: 'the file to write; it must not be there yet' },
    format: {
      type: 'text',
      value: 'FORMAT',
      help: 'zip, csv or json; without it, what the name of the file ends with',
    },
    type: {
      type: 'text',
      value: 'TYPE',
      help: 'experiments (default), items, experiments_templates or items_types',
    },
    owner: { type: 'text', value: 'EMAIL', help: 'only what belongs to this person' },
  },
  async run(call) {
    const { EntityType } = await import('@aliquot/contract/common')
    const { EXPORT_FORMATS } = await import('@aliquot/contract/exports')
    const file = resolve(call.text('out'))
    const format = oneOf('--format', EXPORT_FORMATS, call.maybeText('format') ?? file.split('.').at(-1) ?? '')
    const type = oneOf('--type', EntityType.options, call.maybeText('type') ?? 'experiments')
    const { withExistingInstance } = await import('../instance.ts')
    const { requireUser } = await import('../people.repo.ts')
    const { writeEverything } = await import('../write-export.ts')
    const { formatBytes } = await import('../../lib/bytes.ts')
    const progress = progressBar('entries', call.json)
    const written = await withExistingInstance(async (ctx) => {
      const email = call.maybeText('owner')
      const owner = email === undefined ? undefined : (await requireUser(ctx.db.read, email)).userid
      const what = { type, format, ...(owner !== undefined && { owner }) }
      return writeEverything(ctx, file, what, progress.show)
    }).finally(progress.clear)
    call.print(written, `${file}: ${written.entries} entries, ${formatBytes(written.bytes)}`)
    return 0
  },
}

function oneOf<T extends string>(option: string, known: readonly T[], asked: string): T {
  const found = known.find((name) => name === asked)
  if (found === undefined) throw new UsageError(`${option} must be one of ${known.join(', ')}, not "${asked}"`)
  return found
}
