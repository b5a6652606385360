import { z } from 'zod'
import { Flag, Id } from './common.ts'

/** A tag as an entry lists it. */
export const EntityTag = z.object({ tag: z.string(), tag_id: Id, is_favorite: Flag })
export type EntityTag = z.infer<typeof EntityTag>

/** A tag as its team knows it. */
export const TeamTag = z.object({
  id: Id,
  team: Id,
  tag: z.string(),
  item_count: z.int().meta({ description: 'On how many entries that are not deleted' }),
  is_favorite: Flag,
})
export type TeamTag = z.infer<typeof TeamTag>
