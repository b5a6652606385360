import { expect, test } from 'vitest'
import { withSharedPictures } from './shared-pictures.ts'

const ENTRY = { type: 'experiments', id: 7 } as const

function sources(html: string, key = 'k y'): (string | null)[] {
  const place = document.createElement('div')
  place.innerHTML = withSharedPictures(html, ENTRY, key)
  return [...place.querySelectorAll('[src]')].map((media) => media.getAttribute('src'))
}

test('pictures and recordings of the notebook come from under the public link', () => {
  const html = `<p>Gel</p><img alt="gel" src="/api/v2/files?name=ab%2Fabc.png">
    <video><source src="/api/v2/files?name=cd%2Fcde.mp4"></video><img src="app/download.php?name=gel.png&amp;f=ef/efg.png">`
  expect(sources(html)).toEqual([
    '/api/v2/shared/experiments/7/files?name=ab%2Fabc.png&access_key=k+y',
    '/api/v2/shared/experiments/7/files?name=cd%2Fcde.mp4&access_key=k+y',
    '/api/v2/shared/experiments/7/files?name=ef%2Fefg.png&access_key=k+y',
  ])
  expect(sources('<img src="/api/v2/files?name=a.png">', '')).toEqual(['/api/v2/shared/experiments/7/files?name=a.png'])
})

test('other addresses never get the key of the link', () => {
  const html = `<img src="https://elsewhere.example/api/v2/files?name=a.png"><img src="data:image/png;base64,AAAA">
    <img src="/api/v2/files/more?name=a.png"><img src="/x.png"><a href="/api/v2/files?name=a.png">raw</a>`
  const shown = withSharedPictures(html, ENTRY, 'secret')
  expect(shown).not.toContain('secret')
  expect(shown).toContain('href="/api/v2/files?name=a.png"')
})
