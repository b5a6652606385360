/** `2026-03-02 09:15`, on the clock of whoever writes. */
export function nowText(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}`
}
