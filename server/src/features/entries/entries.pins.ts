import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'

/** Toggles the actor's pin. A pin belongs to the person, so the entry does not change. */
export async function togglePin(work: Change, actor: Actor, entityId: number): Promise<undefined> {
  const pin = { userid: actor.userid, entity_id: entityId }
  const [pinned] = await findPin(work.db, pin)
  if (pinned) await removePin(work.db, pin)
  else await insertPin(work.db, pin)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'pin',
    subjectId: actor.userid,
    verb: pinned ? 'deleted' : 'created',
    changes: { entity: pinned ? { before: entityId } : { after: entityId } },
    seal: null,
  })
}

/** Removes all pins of an entry and returns whose they were. */
export async function removePins(db: Db, entityId: number): Promise<number[]> {
  const pins = await removeAll(db, { entity_id: entityId })
  return pins.map((pin) => pin.userid).sort((a, b) => a - b)
}

interface Pin {
  userid: number
  entity_id: number
}

const findPin = prepared((db: Db, p: Pin) =>
  db.selectFrom('pins').select('userid').where('userid', '=', p.userid).where('entity_id', '=', p.entity_id),
)

const insertPin = prepared((db: Db, p: Pin) =>
  db.insertInto('pins').values({ userid: p.userid, entity_id: p.entity_id }),
)

const removePin = prepared((db: Db, p: Pin) =>
  db.deleteFrom('pins').where('userid', '=', p.userid).where('entity_id', '=', p.entity_id),
)

const removeAll = prepared((db: Db, p: { entity_id: number }) =>
  db.deleteFrom('pins').where('entity_id', '=', p.entity_id).returning('userid'),
)
