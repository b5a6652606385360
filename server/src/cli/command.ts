/** An option as `--name VALUE`, or as `--name` for a flag. */
export interface Option {
  type: 'text' | 'number' | 'flag'
  /** The placeholder of the value in the help. */
  value?: string
  required?: true
  /** It may be given several times: see `Call.many`. */
  many?: true
  help: string
}

/** One command of the program. Parsing, help and documentation are derived from it. */
export interface Command {
  /** One or two words: `team create`. */
  name: string
  summary: string
  /** More for its own help page. */
  details?: string
  argument?: { name: string; type: 'text' | 'number'; help: string }
  options?: Readonly<Record<string, Option>>
  /** Returns the exit code if it is not 0. Imports lazily, so that help is fast. */
  run(call: Call): Promise<number | undefined>
}

/** A command as it was called. */
export interface Call {
  /** The value of the command's argument. */
  argument: string
  text(option: string): string
  maybeText(option: string): string | undefined
  number(option: string): number
  /** All values of an option that may be given several times. */
  many(option: string): string[]
  flag(option: string): boolean
  json: boolean
  /** Prints the result to standard output: with --json the value as one line, else the text. */
  print(value: unknown, text: string): void
  /** Prints to standard error for people; nothing with --json. */
  note(text: string): void
}

/** The command line is invalid. */
export class UsageError extends Error {}
