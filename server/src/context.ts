import type { FilesContext } from './files/files.ts'
import type { Workplace } from './media/workplace.ts'

/**
 * What every service needs, and all that a running notebook remembers; built once, in start.ts. What only one feature needs is
 * declared beside it (`declare module`), so that nothing here knows what lies above.
 */
export interface Context extends FilesContext {
  workplace: Workplace
}
