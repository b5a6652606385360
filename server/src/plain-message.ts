import { ConfigError } from './config.ts'
import { NewerSchema } from './db/migrate.ts'
import { CommandProblem, Refusal } from './errors.ts'

/** The message of an error that a person can act on; undefined for bugs, whose stack matters. */
export function plainMessage(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof CommandProblem) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return error.message + reason
  }
  if (error instanceof ConfigError || error instanceof NewerSchema) return error.message
  const { code, syscall, message } = error as NodeJS.ErrnoException
  // Refused by the system: a port in use, a folder that is not writable.
  return code !== undefined && syscall !== undefined ? message : undefined
}
