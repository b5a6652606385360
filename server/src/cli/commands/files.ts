import type { Config } from '../../config.ts'
import type { Files } from '../../files/files.ts'
import { type Command, UsageError } from '../command.ts'
import { progressBar } from '../progress.ts'

export const filesCopy: Command = {
  name: 'files copy',
  summary: 'Copy the contents of all files into a bucket, or back into the folder',
  details: [
    'The service may go on running: contents never change. What is there already is left out, so that the command can be',
    'run again after an interruption, and once more when the service has been stopped. Each content is hashed on its way.',
    'Nothing is deleted. Exit code 1 when a content is missing or damaged. See docs/files.md.',
  ].join('\n'),
  options: {
    to: { type: 'text', value: 'PLACE', required: true, help: 'folder, or s3://bucket/prefix?region=…&endpoint=…' },
    from: { type: 'text', value: 'PLACE', help: 'the same; without it, where the settings say that the contents are' },
  },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { copyContents } = await import('../copy-files.ts')
    const { formatBytes } = await import('../../lib/bytes.ts')
    const progress = progressBar('files')
    const result = await withExistingInstance(async (ctx) => {
      const from = call.maybeText('from')
      const source = from === undefined ? ctx.files : await openPlace(ctx.config, '--from', from)
      const target = await openPlace(ctx.config, '--to', call.text('to'))
      await target.store.check()
      return copyContents(ctx, source.store, target.store, progress.count)
    }).finally(progress.clear)
    const { files, copied, bytes, problems } = result
    const lines = [`${copied} of ${files} contents copied, ${formatBytes(bytes)}; the others were there`]
    if (problems.length > 0) lines[0] = `${copied} of ${files} contents copied, ${formatBytes(bytes)}`
    call.print(result, [...problems, ...lines].join('\n'))
    return problems.length > 0 ? 1 : 0
  },
}

async function openPlace(config: Config, option: string, place: string): Promise<Files> {
  const { openFiles } = await import('../../files/files.ts')
  const { readPlace, WrongPlace } = await import('../../lib/s3-place.ts')
  if (place === 'folder') return openFiles({ ...config, FILES_URL: undefined })
  try {
    return await openFiles({ ...config, FILES_URL: readPlace(place) })
  } catch (error) {
    throw error instanceof WrongPlace ? new UsageError(`${option} is "folder", or ${error.message}`) : error
  }
}
