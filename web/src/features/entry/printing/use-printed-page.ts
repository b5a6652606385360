import { useEffect } from 'react'
import { pageStyle, type Sheet } from './page-style.ts'

/** Gives each printed sheet a header and a footer, and prints in the light theme. */
export function usePrintedPage({ title, ids, address, page, pageOf }: Sheet): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(pageStyle({ title, ids, address, page, pageOf }))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [title, ids, address, page, pageOf])
  useEffect(() => {
    const { dataset } = document.documentElement
    let theme: string | undefined
    const lighten = () => {
      theme = dataset.mantineColorScheme
      dataset.mantineColorScheme = 'light'
    }
    const restore = () => {
      dataset.mantineColorScheme = theme
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
}
