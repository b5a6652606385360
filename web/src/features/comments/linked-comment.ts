/** The part of an address that names a comment, which is also the id of its element. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}
