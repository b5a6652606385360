/**
 * The reader's own variant of the page's language: `en-GB` rather than `en`, which means the United States. A reader
 * without one, such as a German with the page in English, gets the language with their own country.
 */
export function localeOf(language: string): string {
  const own = navigator.languages.find((one) => one === language || one.startsWith(`${language}-`))
  if (own) return own
  const { region } = new Intl.Locale(navigator.language)
  return region ? `${language}-${region}` : language
}
