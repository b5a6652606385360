import { offeredLanguages } from '../i18n/catalogue.ts'
import { useLanguage, useMessages } from '../i18n/messages.tsx'
import { onDemandMessages } from './on-demand/on-demand.messages.ts'
import { useToasts } from './toasts/toasts.tsx'

/** The languages of the page, the chosen one, and how to change it. */
export function useLanguageChoice() {
  const { language, setLanguage } = useLanguage()
  const { show } = useToasts()
  const { needsNetwork } = useMessages(onDemandMessages)
  const choose = (code: string) => void setLanguage(code).catch(() => show({ message: needsNetwork, tone: 'error' }))
  return { language, languages: offeredLanguages(), choose }
}
