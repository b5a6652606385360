import type { NewApikey } from '@aliquot/contract/apikeys'
import type { EntityType } from '@aliquot/contract/common'
import type { z } from 'zod'

/** A template or an entry that was chosen for a deposit key. */
export interface Chosen {
  type: EntityType
  id: number
  title: string
}

/** What a deposit key may reach. */
export interface ChosenReach {
  templates: readonly Chosen[]
  entries: readonly Chosen[]
}

export const NOTHING_CHOSEN: ChosenReach = { templates: [], entries: [] }

/** As the service takes it. */
export function reachBody({ templates, entries }: ChosenReach) {
  return {
    templates: templates.map(({ id }) => id),
    entries: entries.map(({ type, id }) => ({ type, id })),
  } as Pick<z.input<typeof NewApikey>, 'templates' | 'entries'>
}
