import type { FilesContext } from './files/files.ts'

/** What every service needs; built once at start. */
export type Context = FilesContext
