/** An option as `--name VALUE`, or as `--name` for a flag. */
export interface Option {
  type: 'text' | 'number' | 'flag'
  /** What stands for the value in the help. */
  value?: string
  required?: true
  help: string
}

/** One command of the program. Parsing, help and documentation all follow from it. */
export interface Command {
  /** One word, or two: `team create`. */
  name: string
  summary: string
  /** More about it, for its own help page. */
  details?: string
  argument?: { name: string; type: 'text' | 'number'; help: string }
  options?: Readonly<Record<string, Option>>
  /** Returns the exit code where it is not simply 0. Loads what it needs only then, so that help is fast. */
  run(call: Call): Promise<number | undefined>
}

/** A command as it was called. */
export interface Call {
  /** The value of the command's argument. */
  argument: string
  text(option: string): string
  maybeText(option: string): string | undefined
  number(option: string): number
  flag(option: string): boolean
  json: boolean
  /** The result, on standard output: the value as one line of JSON with --json, else the text. */
  print(value: unknown, text: string): void
  /** For people, on standard error; nothing with --json. */
  note(text: string): void
}

/** The program was called in a way it does not know. */
export class UsageError extends Error {}
