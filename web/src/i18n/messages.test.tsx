import { expect, onTestFinished, test, vi } from 'vitest'
import { findButton, shownText, showPage } from '../../test/page.tsx'
import { useLanguageChoice } from '../ui/language-choice.ts'
import { type Catalogue, offeredLanguages, offerLanguages } from './catalogue.ts'
import { defineMessages, LanguageProvider, loadFirstLanguage, useMessages } from './messages.tsx'

const greeting = defineMessages('greeting', { hello: 'Hello' })

function catalogue(hello: string): Catalogue {
  return { messages: { greeting: { hello } }, refusals: { sentences: {}, names: {} } }
}

/** A reader whose browser asks for these languages. */
function givenReader(...tags: string[]): void {
  localStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
  onTestFinished(() => void vi.restoreAllMocks())
}

function Greeting() {
  const { languages, choose } = useLanguageChoice()
  return (
    <>
      <p>{useMessages(greeting).hello}</p>
      {languages.map(({ code, name }) => (
        <button key={code} type="button" onClick={() => choose(code)}>
          {name}
        </button>
      ))}
    </>
  )
}

async function openPage(): Promise<void> {
  const first = await loadFirstLanguage()
  showPage(
    <LanguageProvider first={first}>
      <Greeting />
    </LanguageProvider>,
  )
}

test('the page starts in the first language of the reader that it has', async () => {
  offerLanguages({ it: async () => catalogue('Ciao'), nl: async () => catalogue('Hallo') })
  givenReader('da-DK', 'it-CH', 'nl')
  await openPage()
  await expect.poll(shownText).toContain('Ciao')
  expect(document.documentElement.lang).toBe('it')
  expect(offeredLanguages().map(({ name }) => name)).toEqual(['English', 'Italiano', 'Nederlands'])
})

test('a language written from right to left turns the page around', async () => {
  offerLanguages({ he: async () => catalogue('Shalom'), it: async () => catalogue('Ciao') })
  givenReader('he-IL')
  await openPage()
  await expect.poll(shownText).toContain('Shalom')
  expect(document.documentElement.dir).toBe('rtl')
  givenReader('it')
  await openPage()
  await expect.poll(() => document.documentElement.dir).toBe('ltr')
})

test('a language that cannot be loaded leaves the page in English, and the choice as it was', async () => {
  offerLanguages({ pt: () => Promise.reject(new TypeError('Failed to fetch')) })
  givenReader('en')
  localStorage.setItem('aliquot-language', 'pt')
  await openPage()
  await expect.poll(shownText).toContain('Hello')
  expect(localStorage.getItem('aliquot-language')).toBe('pt')
})

test('a chosen language is loaded before the page changes to it', async () => {
  const { promise, resolve } = Promise.withResolvers<Catalogue>()
  offerLanguages({ es: () => promise })
  givenReader('en')
  await openPage()
  ;(await findButton('Español')).click()
  await new Promise((done) => void setTimeout(done, 20))
  expect(shownText()).toContain('Hello')
  resolve(catalogue('Hola'))
  await expect.poll(shownText).toContain('Hola')
  expect(localStorage.getItem('aliquot-language')).toBe('es')
})

test('a chosen language that cannot be loaded is reported', async () => {
  offerLanguages({ sv: () => Promise.reject(new TypeError('Failed to fetch')) })
  givenReader('en')
  await openPage()
  ;(await findButton('Svenska')).click()
  await expect.poll(shownText).toContain('needs the network')
  expect(shownText()).toContain('Hello')
  expect(localStorage.getItem('aliquot-language')).toBeNull()
})
