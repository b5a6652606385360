import { z } from 'zod'
import { says } from './refusals/schema.ts'

/** Every value of `action` in the API. */
export const ACTIONS = [
  'accesskey',
  'add',
  'allowuntrusted',
  'archive',
  'bloxberg',
  'clearlockedoutdevices',
  'create',
  'createfromstring',
  'createsigkeys',
  'destroy',
  'disable2fa',
  'duplicate',
  'email',
  'emailbookers',
  'emailteam',
  'finish',
  'forcelock',
  'forceunlock',
  'lock',
  'notif',
  'notifdestroy',
  'patchuser2team',
  'pin',
  'removeexclusiveeditmode',
  'replace',
  'restore',
  'review',
  'sendonboardingemails',
  'setcanread',
  'setcanwrite',
  'setnextcustomid',
  'sharefiles',
  'sign',
  'test',
  'timestamp',
  'unarchive',
  'unreference',
  'update',
  'updatemetadatafield',
  'updateowner',
  'updatepassword',
  'updatetag',
  'validate',
] as const

/** `action` where every POST creates something: a known name is ignored, a misspelt one is refused. */
export const AnyAction = z
  .enum(ACTIONS, says('instance.not_action'))
  .meta({ type: 'string', enum: ['create'], description: 'May be left out' })
  .optional()
