/** The URL fragment of a comment, which is also the id of its element. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}
