import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Call, type Command, UsageError } from './command.ts'

const LARGEST = 2_147_483_647

export interface Parsed {
  command: Command | undefined
  /** The first word of a group of commands, `user`, for its help. */
  group: string | undefined
  wantsHelp: boolean
  json: boolean
  values: Record<string, string | boolean | string[] | undefined>
  argument: string
}

/** Options without a command. */
const ALONE = ['--help', '-h', '--version', '--json']

/** Finds the command and parses its options. */
export function parse(args: readonly string[], commands: readonly Command[]): Parsed {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const json = args.includes('--json')
  const wantsHelp = args.includes('--help') || args.includes('-h') || words[0] === 'help' || words.length === 0
  const [first = '', second = ''] = words[0] === 'help' ? words.slice(1) : words
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `))
  if (!command && first !== '' && !(wantsHelp && isGroup)) throw new UsageError(unknownCommand(first, second, isGroup))
  const unknown = words.length === 0 && args.find((arg) => !ALONE.includes(arg))
  if (unknown) throw new UsageError(`Unknown option '${unknown}'`)
  const parsed = { command, group: isGroup ? first : undefined, wantsHelp, json }
  if (!command || wantsHelp) return { ...parsed, values: {}, argument: '' }
  return { ...parsed, ...readOptions(command, args) }
}

function unknownCommand(first: string, second: string, isGroup: boolean): string {
  const name = isGroup ? `${first} ${second}`.trim() : first
  return `there is no command "${name}", see aliquot ${isGroup ? `${first} ` : ''}--help`
}

function readOptions(command: Command, args: readonly string[]): Pick<Parsed, 'values' | 'argument'> {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' } }
  for (const [name, { type, many = false }] of Object.entries(command.options ?? {})) {
    options[name] = { type: type === 'flag' ? 'boolean' : 'string', multiple: many }
  }
  const { values, positionals } = parseStrictly(args, options)
  const rest = positionals.slice(command.name.split(' ').length)
  const argument = rest.shift() ?? ''
  const { argument: declared } = command
  if (declared && argument === '') throw new UsageError(`${declared.name} is missing`)
  if (declared?.type === 'number') requireNumber(declared.name, argument)
  const surplus = declared ? rest[0] : argument || undefined
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many`)
  for (const [name, { type, required }] of Object.entries(command.options ?? {})) {
    const value = values[name]
    if (required && value === undefined) throw new UsageError(`--${name} is missing`)
    if (type === 'number' && typeof value === 'string') requireNumber(`--${name}`, value)
  }
  return { values: values as Parsed['values'], argument }
}

function parseStrictly(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node explains at length how to write values that look like options; the first sentence is enough.
    throw new UsageError((error as Error).message.split(/[.\n]/)[0] ?? '', { cause: error })
  }
}

function requireNumber(name: string, text: string): void {
  const isNumber = /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= LARGEST
  if (!isNumber) throw new UsageError(`${name} must be a positive whole number, not "${text}"`)
}

/** The argument of the command's `run`. */
export function callOf({ values, argument, json }: Parsed): Call {
  const maybeText = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const text = (name: string) => maybeText(name) ?? ''
  return {
    argument,
    json,
    text,
    maybeText,
    number: (name) => Number(text(name)),
    many: (name) => [values[name] ?? []].flat().map(String),
    flag: (name) => values[name] === true,
    print: (value, lines) => console.log(json ? JSON.stringify(value) : withoutControls(lines)),
    note: (line) => {
      if (!json) console.error(line)
    },
  }
}

/** Terminals obey control characters, so those in titles and texts are replaced. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => (/[\t\n]/.test(character) ? character : '\ufffd'))
}
