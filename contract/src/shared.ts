import { z } from 'zod'
import { DateText, EntityType, Flag, Id, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ENTRIES } from './operation-groups.ts'

const text = z.string().nullable()

/** An entry as people without an account see it: its content, but not its people and their comments. */
export const SharedEntity = z.object({
  id: Id,
  type: EntityType,
  page: z.string().meta({ description: 'The web page' }),
  title: z.string(),
  body_html: text.meta({ description: 'The main text as HTML' }),
  hide_main_text: Flag,
  date: DateText.nullable(),
  elabid: text.meta({ description: 'Permanent id' }),
  custom_id: z.int().nullable(),
  rating: z.int(),
  category_title: text,
  category_color: text,
  status_title: text,
  status_color: text,
  tags: z.array(z.string()),
  metadata: text.meta({ description: 'JSON text' }),
  fullname: z.string().meta({ description: 'The owner' }),
  team_name: z.string(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type SharedEntity = z.infer<typeof SharedEntity>

export const shared = {
  read: endpoint({
    name: 'readSharedEntity',
    method: 'GET',
    path: '/shared/:entity_type/:id',
    tag: ENTRIES,
    summary: 'An entry behind a share link, or one open to everyone, where the instance shows these without an account',
    params: z.object({ entity_type: EntityType, id: PathId }),
    query: z.object({
      access_key: z.string().max(100).optional().meta({ description: 'The access_key of the share link' }),
    }),
    reply: SharedEntity,
    status: 200,
    errors: [404],
    access: 'public',
  }),
}
