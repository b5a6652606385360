import { table } from '../table.ts'

/** A browser in which a person has signed in before: see sessions.devices.ts. */
export interface KnownDevicesTable {
  userid: number
  /** SHA-256 of the cookie's token, hex. */
  device_hash: string
  last_used_at: string
}

export const knownDevicesTable = table<KnownDevicesTable>()({
  name: 'known_devices',
  key: ['userid', 'device_hash'],
  // Empty after a restore: a browser becomes known again with the next sign-in.
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'it opens nothing: whoever is known there still needs the password' },
  people: { userid: 'removed' },
})
