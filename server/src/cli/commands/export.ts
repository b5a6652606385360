import { resolve } from 'node:path'
import { type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'

export const exportEntries: Command = {
  name: 'export',
  summary: 'Write all entries, or those of a type, into one file that other programs can read',
  details: [
    'Each entry as its owner sees it; deleted ones are left out. A zip has a folder for each entry, with a page that shows it,',
    'its record and its files. An eln is an archive that Aliquot and other notebooks can read. The service may go on running. To',
    'keep a whole instance, use aliquot backup.',
  ].join('\n'),
  options: {
    out: { type: 'text', value: 'FILE', required: true, help: 'the file to write; it must not be there yet' },
    format: {
      type: 'text',
      value: 'FORMAT',
      help: 'eln, elnhtml, zip, csv or json; without it, what the name of the file ends with',
    },
    type: {
      type: 'text',
      value: 'TYPE',
      help: 'experiments (default), items, experiments_templates or items_types; of an eln also all (default)',
    },
    rocrate: { type: 'text', value: 'VERSION', help: 'of an eln: 1.1 (default) or 1.2' },
    owner: { type: 'text', value: 'EMAIL', help: 'only what belongs to this person' },
  },
  async run(call) {
    const { EntityType } = await import('@aliquot/contract/common')
    const { CRATE_VERSIONS } = await import('@aliquot/contract/exports')
    const { WHOLE_FORMATS } = await import('../../features/exports/exports.everything.ts')
    const file = resolve(call.text('out'))
    const format = oneOf('--format', WHOLE_FORMATS, call.maybeText('format') ?? endingOf(file))
    const isCrate = format === 'eln'
    const types = isCrate ? (['all', ...EntityType.options] as const) : EntityType.options
    const type = oneOf('--type', types, call.maybeText('type') ?? (isCrate ? 'all' : 'experiments'))
    const rocrate = oneOf('--rocrate', CRATE_VERSIONS, call.maybeText('rocrate') ?? '1.1')
    const { withExistingInstance } = await import('../instance.ts')
    const { requireUser } = await import('../people.repo.ts')
    const { writeEverything } = await import('../write-export.ts')
    const { formatBytes } = await import('../../lib/bytes.ts')
    const progress = progressBar('entries', call.json)
    const written = await withExistingInstance(async (ctx) => {
      const email = call.maybeText('owner')
      const owner = email === undefined ? undefined : (await requireUser(ctx.db.read, email)).userid
      const what = { type, format, ...(owner !== undefined && { owner }), ...(isCrate && { rocrate }) }
      return writeEverything(ctx, file, what, progress.show)
    }).finally(progress.clear)
    call.print(written, `${file}: ${written.entries} entries, ${formatBytes(written.bytes)}`)
    return 0
  },
}

function endingOf(file: string): string {
  return file.endsWith('.eln.zip') ? 'eln' : (file.split('.').at(-1) ?? '')
}

function oneOf<T extends string>(option: string, known: readonly T[], asked: string): T {
  const found = known.find((name) => name === asked)
  if (found === undefined) throw new UsageError(`${option} must be one of ${known.join(', ')}, not "${asked}"`)
  return found
}
