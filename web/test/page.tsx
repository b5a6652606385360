import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { queryClient } from '../src/api/query-client.ts'
import { listenForShortcuts } from '../src/ui/keys/shortcuts.ts'
import { ToastProvider } from '../src/ui/toasts/toasts.tsx'

// The emulation has no fonts to wait for.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

/**
 * Shows components in the emulated page of a `.test.tsx` file, with all that surrounds them in `main.tsx`. React runs as
 * in a browser, so wait for what is to be seen: `await expect.poll(shownText).toContain('Saved')`.
 */
export function showPage(content: ReactNode): { address(): string } {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  // Whatever the address: the tests look at it, not at other pages.
  const routeTree = createRootRoute({ component: () => content, notFoundComponent: () => null })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const stopListening = listenForShortcuts()
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  onTestFinished(() => {
    stopListening()
    root.unmount()
    place.remove()
    queryClient.clear()
  })
  return { address: () => router.state.location.href }
}

export function shownText(): string {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const style of page.querySelectorAll('style')) style.remove()
  return page.textContent ?? ''
}

/** The clock that no test holds. */
const realTimeout = setTimeout

/** Like `expect.poll` for tests that hold the clock, which `expect.poll` would move. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => void realTimeout(resolve))
}

/** Waits for an element, by what a screen reader says of it. */
export function findButton(name: string): Promise<HTMLElement> {
  return find('button, [role="button"]', name)
}

export function findField(name: string): Promise<HTMLInputElement | HTMLTextAreaElement> {
  return find('input, textarea, select', name) as Promise<HTMLInputElement>
}

/** Null if there is none. */
export function buttonNow(name: string): HTMLElement | null {
  return all('button, [role="button"]').find((element) => nameOf(element) === name) ?? null
}

/** As a keyboard does: the new text, and the event of it. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  // React replaces `value` of its own elements, and would take this for its own change.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function press(element: Element, key: string, options: KeyboardEventInit = {}): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
}

async function find(selector: string, name: string): Promise<HTMLElement> {
  const found = () => all(selector).find((element) => nameOf(element) === name)
  await expect.poll(found, { message: `${selector} named ${name}` }).toBeDefined()
  return found() as HTMLElement
}

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
}

function nameOf(element: HTMLElement): string {
  const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent
  return (element.ariaLabel ?? element.getAttribute('aria-label') ?? (label || element.textContent) ?? '').trim()
}
