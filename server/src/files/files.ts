import { join } from 'node:path'
import type { BaseContext } from '../base-context.ts'
import type { Config } from '../config.ts'
import { CheckedContents } from './checked-contents.ts'
import { type Incoming, openIncoming } from './incoming.ts'
import { openLocalStore } from './local-store.ts'
import { openS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** The contents of files, and the folder in which new ones come in. */
export interface Files extends Incoming {
  store: FileStore
  /** Contents for people to read. */
  checked: CheckedContents
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
  const incoming = openIncoming(join(folder, 'incoming'))
  const { folders } = incoming
  const store = config.FILES_URL
    ? openS3Store(config.FILES_URL, { folders })
    : openLocalStore(folder, incoming.incoming, folders)
  return { ...incoming, store, checked: new CheckedContents(store) }
}
