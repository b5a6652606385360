import type { EntityType } from '@aliquot/contract/common'
import type { Command } from '../../ui/keys/commands.ts'

/** A line of the palette. */
export interface Item extends Command {
  detail?: string
  /** The type of the entry, or of the entry it creates. */
  type?: EntityType
  /** It matches, whatever the service finds. */
  isSure?: boolean
  /** Six hex digits. */
  color?: string | null
  /** It is offered whatever was found. */
  isOffer?: boolean
  /** It is set already. */
  isSet?: boolean
}
