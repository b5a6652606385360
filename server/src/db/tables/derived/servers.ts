import { table } from '../table.ts'

/** The servers that use this database now: see servers/. One that has ended has no row, or an old one. */
export interface ServersTable {
  /** Machine and pid. */
  name: string
  host: string
  /** Identifies the file store: servers with different ones do not find each other's files. */
  files: string
  /** Identifies the key of stored secrets; empty if there is none. */
  secrets: string
  base_url: string
  version: string
  seen_at: string
}

export const serversTable = table<ServersTable>()({
  name: 'servers',
  key: ['name'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'each server writes its own row again and again' },
})
