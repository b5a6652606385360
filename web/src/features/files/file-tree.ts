/** A folder: its name, its subfolders by name, and its own files. */
export interface Folder<F> {
  name: string
  folders: Folder<F>[]
  files: { name: string; file: F }[]
  /** The number of files, including subfolders. */
  count: number
}

/** Sorts files into the folders of their names. */
export function fileTree<F extends { real_name: string }>(files: readonly F[]): Folder<F> {
  const top = newFolder<F>('')
  for (const file of files) {
    const parts = file.real_name.split('/').filter((part) => part.trim() !== '')
    const name = parts.pop() ?? file.real_name
    let folder = top
    folder.count++
    for (const part of parts) {
      folder = enter(folder, part)
      folder.count++
    }
    folder.files.push({ name, file })
  }
  sortFolders(top)
  return top
}

/** All files in display order: those of subfolders first. */
export function filesIn<F>({ folders, files }: Folder<F>): F[] {
  return [...folders.flatMap(filesIn), ...files.map(({ file }) => file)]
}

function newFolder<F>(name: string): Folder<F> {
  return { name, folders: [], files: [], count: 0 }
}

function enter<F>(folder: Folder<F>, name: string): Folder<F> {
  const known = folder.folders.find((one) => one.name === name)
  if (known) return known
  const made = newFolder<F>(name)
  folder.folders.push(made)
  return made
}

function sortFolders<F>(folder: Folder<F>): void {
  folder.folders.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  for (const one of folder.folders) sortFolders(one)
}
