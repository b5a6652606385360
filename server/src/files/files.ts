import { join } from 'node:path'
import type { BaseContext } from '../base-context.ts'
import type { Config } from '../config.ts'
import { CheckedContents } from './checked-contents.ts'
import { openLocalStore } from './local-store.ts'
import { openS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** The contents of files, and the folder in which new ones come in. */
export interface Files {
  store: FileStore
  /** Contents for people to read. */
  checked: CheckedContents
  /** On this machine, wherever the store is. */
  incoming: string
}

/** The context with the store of contents. */
export interface FilesContext extends BaseContext {
  files: Files
}

/** The folder of the local store, and of what comes in. */
export function filesFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'files')
}

/** Opens the file store that the settings name. Nothing is written or asked yet. */
export async function openFiles(config: Config): Promise<Files> {
  const folder = filesFolder(config)
  const incoming = join(folder, 'incoming')
  const store = config.FILES_URL ? openS3Store(config.FILES_URL) : openLocalStore(folder, incoming)
  return { store, checked: new CheckedContents(store), incoming }
}
