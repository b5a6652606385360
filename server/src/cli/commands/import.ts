import { basename, resolve } from 'node:path'
import { type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'

export const importFile: Command = {
  name: 'import',
  summary: 'Bring in the entries of a file of another notebook, such as an .eln archive',
  details: [
    'Each entry comes in whole or not at all. Somebody of the team imports: what no account of the team wrote is theirs. If an',
    'admin imports, members get what they wrote. The service may go on running; if this command is ended, the service goes on',
    'with the import, and their page Import shows it, and undoes it.',
  ].join('\n'),
  argument: { name: 'FILE', type: 'text', help: 'the file; its ending says what it is' },
  options: {
    owner: { type: 'text', value: 'EMAIL', required: true, help: 'who imports, a member of the team' },
    team: { type: 'number', value: 'ID', help: 'the team that gets the entries; without it the only one of the owner' },
    type: {
      type: 'text',
      value: 'TYPE',
      help: 'what all entries become: experiments, items, experiments_templates or items_types; without it what they were',
    },
    again: { type: 'flag', help: 'also bring in what is here already' },
    preview: { type: 'flag', help: 'only tell what would come in' },
  },
  async run(call) {
    const { EntityType } = await import('@aliquot/contract/common')
    const type = call.maybeText('type') ?? ''
    if (type !== '' && !EntityType.options.some((known) => known === type)) {
      throw new UsageError(`--type must be one of ${EntityType.options.join(', ')}, not "${type}"`)
    }
    const { withExistingInstance } = await import('../instance.ts')
    const { bringIn, previewLines, resultLines } = await import('../import-file.ts')
    const file = resolve(call.argument)
    const team = call.maybeText('team')
    const isPreview = call.flag('preview')
    const progress = progressBar('entries', call.json)
    const wanted = { file, owner: call.text('owner'), team: team === undefined ? undefined : Number(team), isPreview }
    const done = await withExistingInstance((ctx) =>
      bringIn(
        ctx,
        { ...wanted, fields: { entity_type: type, duplicates: call.flag('again') ? 'again' : 'skip' } },
        progress,
      ),
    ).finally(progress.clear)
    const { preview, ...others } = done
    const lines = isPreview ? previewLines(done) : resultLines(done)
    call.print(isPreview ? done : others, [`${basename(file)}: ${lines[0]}`, ...lines.slice(1)].join('\n'))
    return done.error !== null || done.refused > 0 ? 1 : 0
  },
}
