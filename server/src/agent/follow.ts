import { type FSWatcher, watch } from 'node:fs'

/**
 * Calls `wake` soon after something changed in one of the folders. Network shares and exhausted limits of the system
 * give no word: the regular look at all folders is what counts, and this only makes it come earlier.
 */
export function followFolders(folders: readonly string[], wake: () => void): { close(): void } {
  const watchers: FSWatcher[] = []
  for (const folder of new Set(folders)) {
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, wake)
      watcher.on('error', () => watcher.close())
      watchers.push(watcher)
    } catch {
      // A folder that is not there yet.
    }
  }
  return {
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}
