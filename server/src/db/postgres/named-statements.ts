import { hash } from 'node:crypto'

const names = new Map<string, string>()

/**
 * Lets PostgreSQL keep the plan of a query that is compiled once and run often: planning a join costs it more than
 * running it. Only those have names; a server keeps a named plan as long as the connection lives.
 */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, hash('sha1', sql, 'base64url'))
}

export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
