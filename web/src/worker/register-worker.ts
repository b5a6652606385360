import { finishWork } from '../sync/leaving.ts'
import { noteNewVersion } from './new-version.ts'

const WORKER = '/sw.js'
const CACHES = 'aliquot-shell-'
/** `?no-worker` in any address removes the worker and what it stored, should it ever be broken. */
const REMOVE = 'no-worker'

/** Lets the interface open without a network. Browsers without workers, and pages without https, go on without. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (new URLSearchParams(location.search).has(REMOVE)) return removeWorker()
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  if (registration.waiting) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // Without a controller it is the first version, which nobody waits for.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) offer(installing)
    })
  })
  // Pages stay open for days. The stream looks, too, when the service was restarted.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  })
}

function offer(waiting: ServiceWorker): void {
  noteNewVersion(async () => {
    await finishWork()
    // Another tab has loaded it by now.
    if (waiting.state !== 'installed') return location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage('activate')
  })
}

/** Also in development, where nothing must be stored. */
export async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((one) => one.unregister()))
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES))
  await Promise.all(names.map((name) => caches.delete(name)))
}
