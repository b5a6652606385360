/** Lines in the text format of Prometheus. */

type Kind = 'gauge' | 'counter' | 'histogram'

export function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, 'gauge', help), `${name} ${value}`]
}

export function counter(name: string, help: string, value: number): string[] {
  return [...head(name, 'counter', help), `${name} ${value}`]
}

/** One series for each value of a label. */
export function labelled(
  [name, kind, help]: readonly [name: string, kind: Kind, help: string],
  label: string,
  values: Iterable<readonly [string, number]>,
): string[] {
  const lines = Array.from(values, ([value, number]) => `${name}{${label}="${labelText(value)}"} ${number}`)
  return lines.length === 0 ? [] : [...head(name, kind, help), ...lines]
}

export function head(name: string, kind: Kind, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
}

export function labelText(value: string): string {
  return value.replace(/["\\\n{}]/g, '')
}
