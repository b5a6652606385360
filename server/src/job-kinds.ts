import { IMPORT_JOB, runImport } from './features/imports/imports.job.ts'
import { lookThroughFiles } from './features/previews/previews.look-through.ts'
import { makeContent } from './features/previews/previews.make.ts'
import { EXPORT_JOB, runExport } from './features/stored-exports/stored-exports.job.ts'
import type { JobKinds } from './jobs/handler.ts'

export const JOB_KINDS: JobKinds = {
  content: makeContent,
  files: lookThroughFiles,
  [IMPORT_JOB]: runImport,
  [EXPORT_JOB]: runExport,
}

/** What a server does that leaves previews to others. */
export const WITHOUT_PREVIEWS = [IMPORT_JOB, EXPORT_JOB]
