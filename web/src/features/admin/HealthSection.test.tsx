import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { loadCatalogue, offerLanguages } from '../../i18n/catalogue.ts'
import { LanguageProvider } from '../../i18n/messages.tsx'
import { catalogues } from '../../languages/index.ts'
import { HealthSection } from './HealthSection.tsx'

const JOURNAL = {
  name: 'journal',
  state: 'ok',
  message: 'last checkpoint 2026-03-02T10:15:40.000Z, 3 events since',
  code: 'journal.checkpoint',
  params: { at: '2026-03-02T10:15:40.000Z', events: 3 },
}
const SEARCH = { name: 'search', state: 'ok', message: 'up to date', code: 'search.up_to_date', params: {} }

test('while the checks run, their rows are there already', async () => {
  const checks = Promise.withResolvers<object>()
  givenService({ 'GET /health': () => checks.promise, 'GET /info': {} })
  showPage(<HealthSection />)
  const waiting = () => document.querySelector('[role="img"][aria-label="Checking…"]')
  await expect.poll(() => waiting()?.childElementCount).toBe(8)
  checks.resolve({ checks: [{ name: 'space', state: 'ok', message: '120 GB free', code: 'space.new', params: {} }] })
  await expect.poll(shownText).toContain('120 GB free')
  expect(waiting()).toBeNull()
})

test('checks have a name, and times are those of the reader', async () => {
  givenService({ 'GET /health': { checks: [JOURNAL, SEARCH] }, 'GET /info': {} })
  showPage(<HealthSection />)
  await expect.poll(shownText).toContain('Search indexUp to date')
  expect(shownText()).toMatch(/Last checkpoint .*Mar.* 2026.*, 3 events since/)
})

test.each([
  ['de', 'SuchindexAktuell', /Letzter Prüfpunkt 0?2\..*2026.*, Ereignisse seither: 3/, 'Datenträger'],
  ['fr', 'Index de rechercheÀ jour', /Dernier point de contrôle 2 mars 2026.*, événements depuis : 3/, 'Disque'],
] as const)('the findings are in the language of the reader: %s', async (language, search, journal, disk) => {
  offerLanguages(catalogues)
  await loadCatalogue(language)
  const unknown = { name: 'disk', state: 'ok', message: 'made of gold', code: 'disk.golden', params: {} }
  givenService({ 'GET /health': { checks: [JOURNAL, SEARCH, unknown] }, 'GET /info': {} })
  showPage(
    <LanguageProvider first={language}>
      <HealthSection />
    </LanguageProvider>,
  )
  await expect.poll(shownText).toContain(search)
  expect(shownText()).toMatch(journal)
  // A newer service may find what this page does not know.
  expect(shownText()).toContain(`${disk}Made of gold`)
})
