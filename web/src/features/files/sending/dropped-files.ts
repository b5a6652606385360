import type { NamedFile } from '../../uploads/upload-queue.ts'

export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

export function namedFiles(files: Iterable<File> | null | undefined): NamedFile[] {
  // For a chosen folder the browser tells the path of each file.
  return Array.from(files ?? [], (file) => ({ file, name: file.webkitRelativePath || file.name }))
}

export function hasFolder(transfer: DataTransfer | null): boolean {
  return Array.from(transfer?.items ?? []).some((item) => item.webkitGetAsEntry()?.isDirectory)
}

/** The dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  if (!hasFolder(transfer)) return namedFiles(transfer.files)
  // All of them now, because the browser drops them after the event.
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
    // Browsers return a hundred at a time, until the list is empty.
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
