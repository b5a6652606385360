import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPicture } from './architecture.ts'
import { ROOT } from './import-graph.ts'

const page = join(ROOT, 'docs/architecture.md')
writeFileSync(page, withPicture(readFileSync(page, 'utf8')))
