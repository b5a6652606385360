import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { identify } from './identity.ts'
import { listSeenSince, type ServerRow } from './servers.repo.ts'

/** A server that was not seen for this long has ended. */
export const GONE_MS = 180_000

export interface Neighbourhood {
  servers: ServerRow[]
  /** What keeps them from working together, a sentence each. */
  problems: string[]
}

/** The servers that use the database now, and how they differ from the given settings. */
export async function lookAround(db: Db, config: Config, now: string): Promise<Neighbourhood> {
  const servers = await listSeenSince(db, new Date(Date.parse(now) - GONE_MS).toISOString())
  const own = await identify(config, now)
  const others = servers.filter(({ name }) => name !== own.name)
  return { servers, problems: others.flatMap((other) => problemsWith(own, other)) }
}

function problemsWith(own: ServerRow, { name, host, files, secrets, base_url, version }: ServerRow): string[] {
  const other = `the server ${name} on ${host}`
  const problems: string[] = []
  if (own.files && files && own.files !== files) {
    problems.push(
      `${other} keeps files elsewhere: share the folder "files" of DATA_DIR, or set FILES_URL on all servers`,
    )
  }
  if (own.base_url !== base_url) problems.push(`${other} has another BASE_URL`)
  if (own.secrets && secrets && own.secrets !== secrets) problems.push(`${other} has another secrets.key`)
  if (own.version !== version) problems.push(`${other} runs version ${version}`)
  return problems
}
