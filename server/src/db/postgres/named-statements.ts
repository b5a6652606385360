import { hash } from 'node:crypto'

const names = new Map<string, string>()

/**
 * Names a statement, so that PostgreSQL caches the plan of a query that runs often: planning a join costs more than
 * running it. Only prepared queries get names, because a server keeps a named plan for the life of the connection.
 */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, hash('sha1', sql, 'base64url'))
}

export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
