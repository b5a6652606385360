import { Apikey } from '@aliquot/contract/apikeys'
import { Comment } from '@aliquot/contract/comments'
import { InstanceSettings } from '@aliquot/contract/config'
import { Entity, EntityListRow } from '@aliquot/contract/entities'
import { ExportProgress } from '@aliquot/contract/exports'
import { Info } from '@aliquot/contract/instance'
import { Label, ListedLabel } from '@aliquot/contract/labels'
import { ExperimentLink, ItemLink, RelatedExperiment, RelatedItem } from '@aliquot/contract/links'
import { Notification, NotificationRecord } from '@aliquot/contract/notifications'
import { ListedRequest, OwnRequest, RequestRecord } from '@aliquot/contract/request-actions'
import { Revision } from '@aliquot/contract/revisions'
import { ListedSession, Session } from '@aliquot/contract/session'
import { Step } from '@aliquot/contract/steps'
import { EntityTag, TeamTag } from '@aliquot/contract/tags'
import { Teamgroup } from '@aliquot/contract/teamgroups'
import { ListedTeam, Team } from '@aliquot/contract/teams'
import { TodoItem } from '@aliquot/contract/todolist'
import { OwnUpload, Upload } from '@aliquot/contract/uploads'
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
  ExperimentLink,
  ExportProgress,
  Info,
  ItemLink,
  Label,
  ListedLabel,
  InstanceSettings,
  ListedRequest,
  ListedSession,
  ListedTeam,
  ListedUser,
  Notification,
  NotificationRecord,
  OwnRequest,
  RelatedExperiment,
  RelatedItem,
  RequestRecord,
  OwnUpload,
  Revision,
  Session,
  Step,
  Team,
  Teamgroup,
  TeamTag,
  TodoItem,
  Upload,
  User,
  View,
}

const names = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema)
}
