/** Languages that a block of code can be coloured in: the name that is stored, and what people call it. */
export const CODE_LANGUAGES: readonly (readonly [name: string, label: string])[] = [
  ['bash', 'Bash'],
  ['c', 'C'],
  ['csharp', 'C#'],
  ['cpp', 'C++'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['fortran', 'Fortran'],
  ['go', 'Go'],
  ['xml', 'HTML, XML'],
  ['ini', 'INI, TOML'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['json', 'JSON'],
  ['julia', 'Julia'],
  ['latex', 'LaTeX'],
  ['makefile', 'Makefile'],
  ['markdown', 'Markdown'],
  ['matlab', 'MATLAB, Octave'],
  ['perl', 'Perl'],
  ['powershell', 'PowerShell'],
  ['python', 'Python'],
  ['r', 'R'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['sql', 'SQL'],
  ['typescript', 'TypeScript'],
  ['yaml', 'YAML'],
]

/** The language of a block of code; some programs name it at the block, others at the code in it. */
export function languageOf(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { language, class: names } = attributes
  if (typeof language === 'string' && language !== '') return language
  return /(?:^|\s)language-(\S+)/.exec(String(names ?? ''))?.[1]
}
