import { type MediaMessages, replaceElsewhere } from './remote-media.ts'

/** Stricter than the service, for HTML that did not come from it just now. */
const elements = new Set(
  `a abbr audio b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
  hr i img ins kbd li mark ol p pre q s small source span strike strong sub summary sup table tbody td tfoot th thead tr u
  ul video`.split(/\s+/),
)
const attributes = new Set(
  `alt border class colspan controls data-checked data-number-format data-type dir height href lang open rel reversed rowspan scope
  span src start style target title type width`.split(/\s+/),
)
const HTML = 'http://www.w3.org/1999/xhtml'
const safeUrl = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp);base64,|[^:]*(?:[/?#]|$))/i

/** Converts HTML to safe elements: nothing in it runs, and no other server is contacted. */
export function safeDom(html: string, text: MediaMessages): DocumentFragment {
  const inert = inertDom(html)
  replaceElsewhere(inert, text)
  const fragment = document.createDocumentFragment()
  fragment.append(inert)
  return fragment
}

/** Parses HTML in an inert document, where nothing runs or loads. */
export function inertDom(html: string): DocumentFragment {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.body.querySelectorAll('*')) {
    if (/^(?:script|style)$/.test(element.localName)) element.remove()
    // Disallowed elements are replaced by their content.
    else if (!elements.has(element.localName) || element.namespaceURI !== HTML)
      element.replaceWith(...element.childNodes)
    else cleanElement(element)
  }
  const fragment = page.createDocumentFragment()
  fragment.append(...page.body.childNodes)
  return fragment
}

function cleanElement(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const isUrl = name === 'href' || name === 'src'
    if (!attributes.has(name) || (isUrl && !safeUrl.test(value.trim()))) element.removeAttribute(name)
  }
  const style = element.getAttribute('style')
  if (style === null || !(element instanceof HTMLElement)) return
  // Set through the object model, which the content security policy allows; a style attribute would be ignored.
  element.removeAttribute('style')
  if (!/url|position|@|\\/i.test(style)) element.style.cssText = style
}
