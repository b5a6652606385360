import { OFFSET_TYPE, ResumableMetadata, UPLOAD_ID_HEADER } from '@aliquot/contract/resumable-uploads'
import { toJsonSchema } from '../../http/answers/json-schema.ts'
import type { OpenApi, Operation, Parameter, Ref, Response } from './openapi-document.ts'

/** Uploads by the tus protocol, as far as OpenAPI can describe them: what matters is in the headers. */
export const resumablePaths: OpenApi['paths'] = {
  '/resumable-uploads': {
    post: describe({
      operationId: 'postResumableUpload',
      summary: 'Begin the upload of a large file, which can be resumed (tus 1.0.0)',
      parameters: [
        headerOf('Upload-Length', 'Bytes of the whole file'),
        headerOf('Upload-Metadata', `Keys with base64 values, comma separated. ${describeMetadata()}`),
        { $ref: '#/components/parameters/IdempotencyKey' },
        { $ref: '#/components/parameters/ChangeReason' },
      ],
      responses: { 201: done('Begun; send the bytes to its Location', 'Location', 'Upload-Expires') },
      errors: [400, 401, 403, 404, 412, 413, 422, 429, 503, 507],
    }),
  },
  '/resumable-uploads/{id}': {
    head: describe({
      operationId: 'headResumableUpload',
      summary: 'Where an upload of yours stands; one that is whole becomes a file of the entry',
      parameters: [pathId()],
      responses: { 200: done('Go on from Upload-Offset', 'Upload-Offset', 'Upload-Length', UPLOAD_ID_HEADER) },
      errors: [401, 403, 404, 412, 422, 429, 503, 507],
    }),
    patch: describe({
      operationId: 'patchResumableUpload',
      summary: 'Send bytes from Upload-Offset on; with the last of them the file is added to the entry',
      parameters: [pathId(), headerOf('Upload-Offset', 'Where the bytes belong; as HEAD tells it')],
      requestBody: { required: true, content: { [OFFSET_TYPE]: { schema: { type: 'string', format: 'binary' } } } },
      responses: { 204: done('These bytes are on the disk', 'Upload-Offset', 'Upload-Expires', UPLOAD_ID_HEADER) },
      errors: [400, 401, 403, 404, 408, 409, 412, 413, 422, 429, 503, 507],
    }),
    delete: describe({
      operationId: 'deleteResumableUpload',
      summary: 'Cancel an upload; what has been sent is thrown away',
      parameters: [pathId()],
      responses: { 204: done('Done; there is no body') },
      errors: [401, 403, 404, 412, 429, 503],
    }),
  },
}

/** Headers of the answers, in addition to the common ones. */
export const resumableHeaders = {
  'Upload-Offset': { description: 'So many bytes are here, and stay here', schema: { type: 'integer' } },
  'Upload-Length': { description: 'Bytes of the whole file', schema: { type: 'integer' } },
  'Upload-Expires': { description: 'What is not finished by then is thrown away', schema: { type: 'string' } },
  [UPLOAD_ID_HEADER]: { description: 'Id of the file on its entry, once it is stored', schema: { type: 'integer' } },
}

type Told = Omit<Operation, 'tags' | 'description'> & { errors: readonly number[] }

function describe({ errors, parameters = [], responses, ...rest }: Told): Operation {
  return {
    ...rest,
    description: `${rest.summary}. A part of the protocol tus, which libraries for it speak; see https://tus.io.`,
    tags: ['Files'],
    parameters: [...parameters, headerOf('Tus-Resumable', '1.0.0')],
    responses: {
      ...responses,
      ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    },
  }
}

function done(description: string, ...headers: string[]): Response {
  const all = ['X-Request-Id', ...headers]
  return {
    description,
    headers: Object.fromEntries(all.map((name): [string, Ref] => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

function headerOf(name: string, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function pathId(): Parameter {
  return { name: 'id', in: 'path', required: true, description: 'From its Location', schema: { type: 'string' } }
}

function describeMetadata(): string {
  const { properties = {}, required = [] } = toJsonSchema(ResumableMetadata, 'output')
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return `Needed: ${required.join(', ')}. If wanted: ${optional.join(', ')}`
}
