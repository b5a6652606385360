import type { ConfigKey } from '@aliquot/contract/config'
import { type Call, type Command, UsageError } from '../command.ts'
import { table } from '../table.ts'

export const configGet: Command = {
  name: 'config get',
  summary: 'Show what is set for the whole instance',
  details: 'Secrets that are set are shown as ********.',
  options: { key: { type: 'text', value: 'KEY', help: 'only this one' } },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { readSettings } = await import('../../features/config/config.service.ts')
    const { settings } = await withExistingInstance((ctx) => readSettings(ctx))
    const key = call.maybeText('key')
    if (key === undefined) {
      const rows = Object.entries(settings).map(([name, value]) => [name, value ?? ''])
      call.print(settings, table(['key', 'value'], rows))
      return undefined
    }
    const found = Object.entries(settings).find(([name]) => name === key)
    if (!found) throw new UsageError(unknownKey(key))
    call.print({ [key]: found[1] }, found[1] ?? '')
  },
}

export const configSet: Command = {
  name: 'config set',
  summary: 'Set something for the whole instance; it counts with the next request',
  argument: { name: 'KEY', type: 'text', help: 'what to set, see aliquot config get' },
  options: {
    value: { type: 'text', value: 'VALUE', help: 'what it becomes' },
    'value-stdin': { type: 'flag', help: 'read it from standard input, for secrets' },
    default: { type: 'flag', help: 'put it back to its default' },
  },
  async run(call) {
    const { CLI, withInstance } = await import('../instance.ts')
    const { changeSettings } = await import('../../features/config/config.service.ts')
    const { CONFIG_DEFAULTS, ConfigPatch } = await import('@aliquot/contract/config')
    const { parseInput } = await import('../../lib/parse-input.ts')
    const key = call.argument
    if (!Object.hasOwn(CONFIG_DEFAULTS, key)) throw new UsageError(unknownKey(key))
    const value = await readValue(call, CONFIG_DEFAULTS[key as ConfigKey])
    const patch = parseInput(ConfigPatch, { [key]: value }, key)
    const { settings } = await withInstance((ctx) => changeSettings(ctx, CLI, patch))
    call.print({ [key]: settings[key as ConfigKey] }, `${key} is set`)
  },
}

async function readValue(call: Call, usual: string | null): Promise<string | null> {
  const text = call.maybeText('value')
  const given = [text !== undefined, call.flag('value-stdin'), call.flag('default')].filter(Boolean)
  if (given.length !== 1) throw new UsageError('one of --value, --value-stdin and --default must be given')
  if (call.flag('default')) return usual
  if (text !== undefined) return text
  const { readPassword } = await import('../password.ts')
  return readPassword(call)
}

function unknownKey(key: string): string {
  return `there is no key "${key}", see aliquot config get`
}
