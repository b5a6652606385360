import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'

/*
 * Lints the OpenAPI document in a folder and generates typed clients there, as strangers would: node generate.js
 * FOLDER. The linter's findings are written to findings.json.
 */
const [, , folder = '.'] = process.argv
const path = join(folder, 'openapi.json')
const text = readFileSync(path, 'utf8')

const config = await createConfig({ extends: ['recommended-strict'] })
const findings = await lintFromString({ source: text, absoluteRef: path, config })
writeFileSync(
  join(folder, 'findings.json'),
  JSON.stringify(findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)),
)

writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(JSON.parse(text))))

await createClient({
  input: path,
  output: { path: join(folder, 'sdk'), tsConfigPath: join(folder, 'tsconfig.json') },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error' },
})
