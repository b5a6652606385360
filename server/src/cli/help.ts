import type { Command } from './command.ts'

const EVERYWHERE = [
  ['--json', 'print the result, or the error, as one line of JSON'],
  ['--help', 'explain the command'],
] as const

/** `aliquot user create --email ADDRESS … [--admin] FILE` */
export function usageOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => {
    const text = option.value ? `--${name} ${option.value}` : `--${name}`
    return option.required ? text : `[${text}]`
  })
  return ['aliquot', command.name, ...options, command.argument?.name].filter(Boolean).join(' ')
}

/** The help page of one command. */
export function commandHelp(command: Command): string {
  const rows = Object.entries(command.options ?? {}).map(
    ([name, { value, help }]) => [value ? `--${name} ${value}` : `--${name}`, help] as const,
  )
  const argument = command.argument ? [[command.argument.name, command.argument.help] as const] : []
  return [
    command.summary,
    ...(command.details ? ['', command.details] : []),
    '',
    `  ${usageOf(command)}`,
    '',
    ...table([...argument, ...rows, ...EVERYWHERE]),
  ].join('\n')
}

/** The overview of all commands, or of those of one group. */
export function overview(commands: readonly Command[]): string {
  return [
    'Aliquot, an electronic laboratory notebook.',
    '',
    ...table(commands.map((command) => [`aliquot ${command.name}`, command.summary] as const)),
    '',
    'Every command takes --json and --help. Settings come from the environment and from .env, as for the server.',
    'aliquot --version tells the version.',
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
