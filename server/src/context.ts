import type { FilesContext } from './files/files.ts'
import type { Workplace } from './media/workplace.ts'

/**
 * All that services need and a running notebook caches, built once in start.ts. A feature declares its own part beside
 * it (`declare module`), so nothing here depends on features.
 */
export interface Context extends FilesContext {
  workplace: Workplace
}
