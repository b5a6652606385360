/** The keys of public links. One value, so that what a link opens ends with it. Without imports, for the page. */

const WITH_FILES = '.files'

/** Whether the link also opens the files of the entry. */
export function opensFiles(accessKey: string | null): boolean {
  return accessKey?.endsWith(WITH_FILES) ?? false
}

/** The part that is in the link. It stays when files are included later. */
export function keyInLink(accessKey: string): string {
  return opensFiles(accessKey) ? accessKey.slice(0, -WITH_FILES.length) : accessKey
}

export function withFiles(accessKey: string, includesFiles: boolean): string {
  return includesFiles ? keyInLink(accessKey) + WITH_FILES : keyInLink(accessKey)
}
