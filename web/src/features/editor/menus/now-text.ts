/** `2026-03-02 09:15` in the writer's time zone. */
export function nowText(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}`
}
