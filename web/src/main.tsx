import '@mantine/core/styles.css'
import './tokens.css'
import './app.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { offerLanguages } from './i18n/catalogue.ts'
import { LanguageProvider, loadFirstLanguage } from './i18n/messages.tsx'
import { catalogues } from './languages/index.ts'
import { router } from './routes.tsx'
import { theme } from './theme.ts'
import { returnFocusOfBusyButtons } from './ui/keys/busy-focus.ts'
import { listenForShortcuts } from './ui/keys/shortcuts.ts'
import { watchStyles } from './ui/on-demand/missing-styles.ts'
import { ToastProvider } from './ui/toasts/toasts.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

listenForShortcuts()
returnFocusOfBusyButtons()
watchStyles()

offerLanguages(catalogues)

// Not `await`: files that this one loads import it in turn, and would wait for each other.
void loadFirstLanguage().then((first) => {
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <LanguageProvider first={first}>
            <QueryClientProvider client={queryClient}>
              <ToastProvider>
                <RouterProvider router={router} />
              </ToastProvider>
            </QueryClientProvider>
          </LanguageProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
})

// After the first page, which should not wait for it.
const WORKER_AFTER = 3_000
setTimeout(() => {
  void import('./worker/register-worker.ts')
    .then(({ registerWorker, removeWorker }) => (import.meta.env.PROD ? registerWorker() : removeWorker()))
    // Without it the page works as long as there is a network.
    .catch(() => {})
}, WORKER_AFTER)
