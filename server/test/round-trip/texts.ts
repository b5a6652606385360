import type { Random } from './random.ts'
import { words } from './words.ts'

/** What a main text can refer to. */
export interface Around {
  /** The names by which texts refer to files of the entry. */
  files: readonly string[]
  entries: readonly { type: string; id: number }[]
  baseUrl: string
}

const PAGES: Readonly<Record<string, readonly [string, string]>> = {
  experiments: ['experiments.php', '/experiments/'],
  items: ['database.php', '/resources/'],
  experiments_templates: ['templates.php', '/templates/'],
  items_types: ['resources-templates.php', '/resource-templates/'],
}

function pageOf(random: Random, { entries, baseUrl }: Around): string {
  if (entries.length === 0) return 'https://example.org/elsewhere?id=1'
  const { type, id } = random.pick(entries)
  const [old = '', fresh = ''] = PAGES[type] ?? []
  return random.pick([
    `${fresh}${id}`,
    `${fresh}${id}#results`,
    `${old}?mode=view&id=${id}`,
    `/${old}?mode=view&id=${id}`,
    `${baseUrl}/${old}?mode=view&id=${id}`,
    `${baseUrl}${fresh}${id}`,
  ])
}

function fileAddress(random: Random, { files }: Around): string {
  if (files.length === 0) return 'https://example.org/picture.png'
  const name = random.pick(files)
  return random.pick([
    `app/download.php?f=${name}&name=gel.png&storage=1`,
    `/api/v2/files?name=${encodeURIComponent(name)}`,
    `app/download.php?f=${encodeURIComponent(name)}`,
  ])
}

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const attribute = (text: string) => html(text).replaceAll('"', '&quot;')

export function htmlText(random: Random, around: Around): string {
  const parts = random.many(8, () => {
    const text = html(words(random, 8))
    switch (random.int(10)) {
      case 0:
        return `<h2>${text}</h2>`
      case 1:
        return `<table><tbody><tr><td>${text}</td><td colspan="2">${html(words(random))}</td></tr></tbody></table>`
      case 2:
        return `<p><img src="${attribute(fileAddress(random, around))}" alt="${attribute(words(random))}" width="40"></p>`
      case 3:
        return `<p>See <a href="${attribute(pageOf(random, around))}">${text}</a> and <a href="https://example.org/?a=1&amp;b=2">${text}</a></p>`
      case 4:
        return '<p>$$\\int_0^1 x^2 dx &lt; \\frac{1}{2}$$ and $a_{ij}$</p>'
      case 5:
        return `<pre><code>if (a &lt; b &amp;&amp; c) {\n\t${text}\n}</code></pre>`
      case 6:
        return `<ul><li>${text}</li><li><strong>${text}</strong><ol><li>1</li></ol></li></ul>`
      case 7:
        return `<p style="color: red;">${text}<br>\n&nbsp; ${text}</p>`
      case 8:
        return `<p><a href="${attribute(fileAddress(random, around))}">file</a></p>`
      default:
        return `<p>${text}</p>`
    }
  })
  return parts.join(random.pick(['', '\n']))
}

export function markdownText(random: Random, around: Around): string {
  const parts = random.many(8, () => {
    const text = words(random, 8)
    switch (random.int(7)) {
      case 0:
        return `# ${text}`
      case 1:
        return `| a | b |\n|---|---|\n| ${text} | 2 |`
      case 2:
        return `![${random.int(9)}](${fileAddress(random, around)})`
      case 3:
        return `See [there](${pageOf(random, around)}) and <${around.baseUrl}>`
      case 4:
        return '```js\nconst a = 1 < 2\n```'
      case 5:
        return `- [x] ${text}\n- [ ] ${text}`
      default:
        return text
    }
  })
  return parts.join('\n\n')
}
