export interface NamedFile {
  file: File
  /** With the folders it was in. */
  name: string
}

export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

export function namedFiles(files: Iterable<File> | null | undefined): NamedFile[] {
  // Of a folder that was chosen, the browser tells where each file lies.
  return Array.from(files ?? [], (file) => ({ file, name: file.webkitRelativePath || file.name }))
}

export function hasFolder(transfer: DataTransfer | null): boolean {
  return Array.from(transfer?.items ?? []).some((item) => item.webkitGetAsEntry()?.isDirectory)
}

/** What was dropped, with what is inside of folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  if (!hasFolder(transfer)) return namedFiles(transfer.files)
  // All of them now: the browser forgets them when the event is over.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry())
  const found: NamedFile[] = []
  for (const entry of entries) if (entry) await gather(entry, found)
  return found
}

async function gather(entry: FileSystemEntry, found: NamedFile[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, name: entry.fullPath.replace(/^\//, '') })
  }
  if (isFolder(entry)) for (const child of await readFolder(entry)) await gather(child, found)
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // A hundred at a time, until there are none left.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
