import { type Finding, finding } from '@aliquot/contract/health-words'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { identify } from './identity.ts'
import { listSeenSince, type ServerRow } from './servers.repo.ts'

/** A server that was not seen for this long has ended. */
export const GONE_MS = 180_000

export interface Neighbourhood {
  servers: ServerRow[]
  /** What keeps them from working together. */
  problems: Finding[]
}

/** The servers that use the database now, and how they differ from the given settings. */
export async function lookAround(db: Db, config: Config, now: string): Promise<Neighbourhood> {
  const servers = await listSeenSince(db, new Date(Date.parse(now) - GONE_MS).toISOString())
  const own = await identify(config, now)
  const others = servers.filter(({ name }) => name !== own.name)
  return { servers, problems: others.flatMap((other) => problemsWith(own, other)) }
}

function problemsWith(own: ServerRow, { name, host, files, secrets, base_url, version }: ServerRow): Finding[] {
  const other = { name, host }
  const problems: Finding[] = []
  if (own.files && files && own.files !== files) problems.push(finding('servers.other_files', other))
  if (own.base_url !== base_url) problems.push(finding('servers.other_address', other))
  if (own.secrets && secrets && own.secrets !== secrets) problems.push(finding('servers.other_secrets', other))
  if (own.version !== version) problems.push(finding('servers.other_version', { ...other, version }))
  return problems
}
