const FIRST_RETRY = 500
const LONGEST_RETRY = 10_000

/** How long to wait after so many failures in a row: twice as long each time, but never longer than anybody would. */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1))
}
