import { lookThroughFiles } from './features/previews/previews.look-through.ts'
import { makeContent } from './features/previews/previews.make.ts'
import type { JobKinds } from './jobs/handler.ts'

export const JOB_KINDS: JobKinds = { content: makeContent, files: lookThroughFiles }
