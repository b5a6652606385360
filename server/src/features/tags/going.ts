/** The key prefix of a tag that is being removed. */
export const GOING = '|'
