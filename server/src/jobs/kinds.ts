import { lookThroughFiles } from '../features/previews/previews.look-through.ts'
import { makeContent } from '../features/previews/previews.make.ts'
import type { Handler } from './handler.ts'

/** Every kind of job, and how it is done. */
export const kinds: Readonly<Record<string, Handler>> = { content: makeContent, files: lookThroughFiles }
