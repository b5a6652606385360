import { z } from 'zod'
import { EntityType, PathId, Text } from './common.ts'
import { says } from './refusals/schema.ts'
import { FileName } from './uploads.ts'

/** The path of resumable uploads below the API. They speak tus 1.0.0 (https://tus.io), not JSON. */
export const RESUMABLE_UPLOADS = '/resumable-uploads'

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,termination'

/** The type of the bytes that are sent. */
export const OFFSET_TYPE = 'application/offset+octet-stream'

/** Set once a file is stored: its id among the files of the entry. */
export const UPLOAD_ID_HEADER = 'X-Upload-Id'

/** The keys of `Upload-Metadata`; the values are base64. Other keys are kept but not used. */
export const ResumableMetadata = z.object({
  filename: z.preprocess((value) => value ?? '', FileName).meta({ description: 'Slashes in it are folders' }),
  entity_type: z.preprocess(
    (value) => value ?? '',
    z.enum(EntityType.options, says('field.one_of', { choices: EntityType.options })),
  ),
  entity_id: z.preprocess((value) => value ?? '', PathId).meta({ description: 'The entry that gets the file' }),
  comment: Text.nullish().meta({ description: 'A file that replaces another one keeps its comment' }),
  replaces: PathId.nullish().meta({ description: 'The id of the file whose place it takes' }),
})
export type ResumableMetadata = z.output<typeof ResumableMetadata>
