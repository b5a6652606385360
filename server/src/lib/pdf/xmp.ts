import { escapeHtml } from '../html.ts'

interface Told {
  title: string
  author: string
  language: string
  madeAt: string
  isArchive: boolean
  producer: string
}

/** What the document says of itself, as XMP. */
export function metadataOf({ title, author, language, madeAt, isArchive, producer }: Told): string {
  const at = `${madeAt.slice(0, 19)}Z`
  const archive = isArchive ? '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>' : ''
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${xml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>${producer}</xmp:CreatorTool><xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate>
<pdf:Producer>${producer}</pdf:Producer>${archive}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
}

function xml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[^\P{Cc}\t\n]+/gu, ''))
}
