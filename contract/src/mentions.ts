import { z } from 'zod'
import { EntityType, Flag, Id, PathId } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'

/** The most people that are offered at once. */
export const MOST_MENTIONABLE = 8

const Mentionable = z
  .object({
    userid: Id,
    fullname: z.string(),
    can_read: Flag.meta({ description: '0: cannot read the entry, so is not told of a mention before it is shared' }),
  })
  .register(namedRecords, { name: 'Mentionable', description: 'A person who can be mentioned in an entry' })
export type Mentionable = z.infer<typeof Mentionable>

export const mentions = {
  find: endpoint({
    name: 'readEntityMentionable',
    method: 'GET',
    access: 'readers',
    path: '/:entity_type/:id/mentionable',
    params: z.object({ entity_type: EntityType, id: PathId }),
    tag: {
      name: 'Mentions',
      about:
        'A text or comment mentions a person by a link, `<a href="/people/3">@Ada Lovelace</a>` in HTML and `[@Ada Lovelace](/people/3)` in Markdown and comments, or by `@` and the full name.',
    },
    summary: `Up to ${MOST_MENTIONABLE} people to mention: readers of the entry, then members of your team who cannot read it`,
    query: z.object({
      q: z.string().max(100).optional().meta({ description: 'Letters of the name' }),
    }),
    reply: z.array(Mentionable),
    status: 200,
    errors: [403, 404],
  }),
}
