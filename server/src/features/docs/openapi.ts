import type { Endpoint } from '@aliquot/contract/endpoint'
import { SESSION_COOKIE } from '../../http/auth/cookies.ts'
import { API } from '../../http/route.ts'
import { API_LEVEL, VERSION } from '../../version.ts'
import { answerHeaders, requestHeaders } from './document-headers.ts'
import { describeRefusals } from './document-refusals.ts'
import { DocumentSchemas } from './document-schemas.ts'
import { forEachType } from './entry-types.ts'
import { addExamples } from './example-answers.ts'
import type { OpenApi } from './openapi-document.ts'
import { describeHead, describeOperation } from './operations.ts'
import { resumableHeaders, resumablePaths } from './resumable-uploads.ts'

/** Describes the API from the same endpoints that the server binds. */
export function describeApi(endpoints: readonly Endpoint[]): OpenApi {
  const schemas = new DocumentSchemas()
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    for (const described of forEachType(endpoint)) {
      const path = described.path.replace(/:(\w+)/g, '{$1}')
      const operation = describeOperation(schemas, described)
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation
      if (endpoint.content) paths[path].head = describeHead(operation)
    }
  }
  const groups = new Map(endpoints.map(({ tag }) => [tag.name, tag.about]))
  return addExamples({
    openapi: '3.1.1',
    info: {
      title: 'Aliquot REST API',
      version: '2',
      summary: 'Read and write the laboratory notebook from programs and instruments',
      description: INTRODUCTION,
      contact: { name: 'The administrators of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
      'x-aliquot-version': VERSION,
      'x-api-level': API_LEVEL,
    },
    servers: [{ url: API, description: 'This server' }],
    security: [{ token: [] }, { session: [] }],
    tags: Array.from(groups, ([name, description]) => ({ name, description })),
    paths: { ...paths, ...resumablePaths },
    components: {
      schemas: schemas.components,
      parameters: requestHeaders,
      headers: { ...answerHeaders, ...resumableHeaders },
      responses: describeRefusals(),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'An API key, sent as it is. `Bearer <key>` is accepted too.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'The cookie of somebody who signed in with postSession.',
        },
      },
    },
  })
}

const INTRODUCTION = [
  'Send an API key in `Authorization`, and `Content-Type: application/json` with a body.',
  'POST answers 201 with an empty body and a `Location` that ends with the id. PATCH changes what is sent, all of it or nothing.',
  '`HEAD` is answered like `GET`, without the body. `OPTIONS` tells the verbs of a path in `Allow`.',
  'Refusals are JSON with `code`, `message` and `description`, and then nothing has changed.',
  'Beside the types described here, older programs may send ids and flags as texts; unknown query parameters are ignored.',
].join('\n\n')
