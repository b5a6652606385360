/** What sets pages refuses the whole document over a longer address. */
const MOST_BYTES = 8000

/** Whether it may be a link on paper. The characters of a parsed address are bytes: all others are encoded. */
export function fitsPaper(address: URL | null): boolean {
  return address !== null && address.href.length <= MOST_BYTES
}
