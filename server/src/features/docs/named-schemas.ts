import { Apikey } from '@aliquot/contract/apikeys'
import { Comment } from '@aliquot/contract/comments'
import { InstanceSettings } from '@aliquot/contract/config'
import { Entity, EntityListRow } from '@aliquot/contract/entities'
import { Info } from '@aliquot/contract/instance'
import { Label, ListedLabel } from '@aliquot/contract/labels'
import { Notification, NotificationRecord } from '@aliquot/contract/notifications'
import { Revision } from '@aliquot/contract/revisions'
import { ListedSession, Session } from '@aliquot/contract/session'
import { EntityTag, TeamTag } from '@aliquot/contract/tags'
import { Teamgroup } from '@aliquot/contract/teamgroups'
import { ListedTeam, Team } from '@aliquot/contract/teams'
import { ListedUser, User } from '@aliquot/contract/users'
import { View } from '@aliquot/contract/views'
import type { z } from 'zod'

/** Records that the OpenAPI document describes once, by name. Others stand where they are used. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  Apikey,
  Comment,
  Entity,
  EntityListRow,
  EntityTag,
  Info,
  Label,
  ListedLabel,
  InstanceSettings,
  ListedSession,
  ListedTeam,
  ListedUser,
  Notification,
  NotificationRecord,
  Revision,
  Session,
  Team,
  Teamgroup,
  TeamTag,
  User,
  View,
}

const names = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema)
}
