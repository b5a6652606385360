import { Apikey } from '@aliquot/contract/apikeys'
import { AuditEvent, AuditPage } from '@aliquot/contract/audit'
import { Comment } from '@aliquot/contract/comments'
import { Permission } from '@aliquot/contract/common'
import { InstanceSettings } from '@aliquot/contract/config'
import { ChangelogLine, Entity, EntityListRow, FoundIn, RECORDS } from '@aliquot/contract/entities'
import { ExportProgress } from '@aliquot/contract/exports'
import { Bucket, Histogram, Info } from '@aliquot/contract/instance'
import { Label, ListedLabel } from '@aliquot/contract/labels'
import { ExperimentLink, ItemLink, RelatedExperiment, RelatedItem } from '@aliquot/contract/links'
import { Notification, NotificationRecord } from '@aliquot/contract/notifications'
import { ListedRequest, OwnRequest, RequestRecord } from '@aliquot/contract/request-actions'
import { Revision } from '@aliquot/contract/revisions'
import { ListedSession, Session } from '@aliquot/contract/session'
import { Step } from '@aliquot/contract/steps'
import { EntityTag, TeamTag } from '@aliquot/contract/tags'
import { ListedTeamgroup, Teamgroup } from '@aliquot/contract/teamgroups'
import { ListedTeam, ReadTeam } from '@aliquot/contract/teams'
import { EntityThen, Left, Restored, TimelineChange, TimelineItem } from '@aliquot/contract/timeline'
import { TodoItem } from '@aliquot/contract/todolist'
import { OwnUpload, Upload } from '@aliquot/contract/uploads'
import { ListedUser, User, UserTeam } from '@aliquot/contract/users'
import { View } from '@aliquot/contract/views'
import type { z } from 'zod'

export interface Named {
  schema: z.ZodType
  description: string
}

/** Records that the OpenAPI document describes once, by name. Others are named after the operation that has them. */
export const namedSchemas: Readonly<Record<string, Named>> = {
  Apikey: { schema: Apikey, description: 'An API key, without its secret' },
  AuditEvent: { schema: AuditEvent, description: 'One line of the audit trail' },
  AuditPage: { schema: AuditPage, description: 'A page of the audit trail' },
  Bucket: { schema: Bucket, description: 'One part of the time since the first day' },
  ChangelogLine: { schema: ChangelogLine, description: 'One change of an entry' },
  Comment: { schema: Comment, description: 'A comment on an entry' },
  Entity: { schema: Entity, description: 'An entry of any type, whole' },
  EntityListRow: { schema: EntityListRow, description: 'An entry as lists show it' },
  EntityTag: { schema: EntityTag, description: 'A tag as an entry lists it' },
  EntityThen: { schema: EntityThen, description: 'What an entry held at a moment' },
  Experiment: { schema: RECORDS.experiments, description: 'An experiment, whole' },
  ExperimentLink: { schema: ExperimentLink, description: 'A link to an experiment' },
  ExperimentTemplate: { schema: RECORDS.experiments_templates, description: 'A template of experiments, whole' },
  ExportProgress: { schema: ExportProgress, description: 'How far a file is that is made while it is sent' },
  FoundIn: { schema: FoundIn, description: 'Where in an entry the words of a search stand' },
  Histogram: { schema: Histogram, description: 'How the instance grew' },
  Info: { schema: Info, description: 'Versions and counts of the instance' },
  InstanceSettings: { schema: InstanceSettings, description: 'The settings of the instance' },
  ItemLink: { schema: ItemLink, description: 'A link to a resource' },
  Label: { schema: Label, description: 'A category or a status' },
  Left: { schema: Left, description: 'Something that could not be brought back' },
  ListedLabel: { schema: ListedLabel, description: 'A category or a status as lists show it' },
  ListedRequest: { schema: ListedRequest, description: 'A pending request, as its entry lists it' },
  ListedSession: { schema: ListedSession, description: 'A session of yours' },
  ListedTeam: { schema: ListedTeam, description: 'A team as lists show it' },
  ListedTeamgroup: { schema: ListedTeamgroup, description: 'A group of a team with its members' },
  ListedUser: { schema: ListedUser, description: 'A person as lists show them' },
  Notification: { schema: Notification, description: 'A notification as lists show it' },
  NotificationRecord: { schema: NotificationRecord, description: 'A notification alone' },
  OwnRequest: { schema: OwnRequest, description: 'A pending request, as the person who is asked sees it' },
  OwnUpload: { schema: OwnUpload, description: 'A file of yours, with the entry it belongs to' },
  Permission: { schema: Permission, description: 'Who has a right beside the base level' },
  RelatedExperiment: { schema: RelatedExperiment, description: 'An experiment that points to the entry' },
  RelatedItem: { schema: RelatedItem, description: 'A resource that points to the entry' },
  RequestRecord: { schema: RequestRecord, description: 'A request to do something with an entry' },
  Resource: { schema: RECORDS.items, description: 'A resource, whole' },
  ResourceTemplate: { schema: RECORDS.items_types, description: 'A template of resources, whole' },
  Restored: { schema: Restored, description: 'What has come of bringing an entry back' },
  Revision: { schema: Revision, description: 'An earlier main text of an entry' },
  Session: { schema: Session, description: 'The session of who asks' },
  Step: { schema: Step, description: 'Something to do in an entry' },
  Team: { schema: ReadTeam, description: 'A team' },
  Teamgroup: { schema: Teamgroup, description: 'A group of a team' },
  TeamTag: { schema: TeamTag, description: 'A tag as its team knows it' },
  TimelineChange: { schema: TimelineChange, description: 'One field of a change' },
  TimelineItem: { schema: TimelineItem, description: 'One thing that happened to an entry' },
  TodoItem: { schema: TodoItem, description: 'A line of your to-do list' },
  Upload: { schema: Upload, description: 'A file of an entry' },
  User: { schema: User, description: 'A person with their preferences and teams' },
  UserTeam: { schema: UserTeam, description: 'A person’s place in a team' },
  View: { schema: View, description: 'A saved list' },
}
