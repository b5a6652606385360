import { join } from 'node:path'
import type { BaseContext } from '../base-context.ts'
import type { Config } from '../config.ts'
import { CheckedContents } from './checked-contents.ts'
import { type Incoming, openIncoming } from './incoming.ts'
import { openLocalStore } from './local-store.ts'
import { openS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** The content store, and the folder for incoming content. */
export interface Files extends Incoming {
  store: FileStore
  /** Content for people to read, checked against its hash. */
  checked: CheckedContents
}

export interface FilesContext extends BaseContext {
  files: Files
}

/** The local store, which also holds the incoming folder. */
export function filesFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'files')
}

/** Opens the configured file store, without writing or connecting yet. */
export async function openFiles(config: Config): Promise<Files> {
  const folder = filesFolder(config)
  const incoming = openIncoming(join(folder, 'incoming'))
  const { folders } = incoming
  const store = config.FILES_URL
    ? openS3Store(config.FILES_URL, { folders })
    : openLocalStore(folder, incoming.incoming, folders)
  return { ...incoming, store, checked: new CheckedContents(store) }
}
