/** The languages of code blocks: the stored name, and the label. */
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

/** The language of a code block; some programs set it on the block, others on the code element. */
export function languageOf(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { language, class: names } = attributes
  if (typeof language === 'string' && language !== '') return language
  return /(?:^|\s)language-(\S+)/.exec(String(names ?? ''))?.[1]
}
