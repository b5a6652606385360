import type { EntityType } from '@aliquot/contract/common'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import {
  FlaskConical,
  House,
  LayoutTemplate,
  ListTodo,
  Package,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { queryClient } from './api/query-client.ts'
import { preloadEditor } from './features/editor/preload-editor.ts'
import { entryQuery } from './features/entry-data/entry.queries.ts'
import { idInAddress } from './features/entry-data/entry-types.ts'
import { type ListSearch, readListSearch } from './features/entry-list/list-search.ts'
import { preloadFiles } from './features/files/load-files.ts'
import { loadNotifications } from './features/notifications/load-notifications.ts'
import { currentSession, hasBeenSignedIn } from './features/session/session.queries.ts'
import { CrashPage, MissingPage, OuterCrashPage, OuterMissingPage } from './ui/error-pages/ErrorPages.tsx'
import { PageSkeleton } from './ui/layout/PageSkeleton.tsx'

/** Every page in one place, with its entry in the navigation. Each is loaded when it is first opened. */
const root = createRootRoute({ component: Outlet, errorComponent: OuterCrashPage, notFoundComponent: OuterMissingPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => (isOwnPath(search.next) ? { next: search.next } : {}),
  beforeLoad: async ({ search: { next = '/' } }) => {
    // People who are already signed in go on; a service that does not answer must not hide the form.
    const session = await queryClient.ensureQueryData(currentSession()).catch(() => null)
    if (session) throw redirect({ href: next })
  },
  component: page(() => import('./features/session/SignInPage.tsx'), 'SignInPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: textIn('token'),
  component: page(() => import('./features/session/SetupPage.tsx'), 'SetupPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  validateSearch: textIn('token'),
  component: page(() => import('./features/session/SetPasswordPage.tsx'), 'SetPasswordPage'),
})

/** An entry behind a public link, for people without an account. */
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$type/$id',
  validateSearch: textIn('key'),
  component: page(() => import('./features/share/SharePage.tsx'), 'SharePage'),
})

/** All components in all states, for developers. Not part of a build, except for pictures of it. */
const design = import.meta.env.HAS_DESIGN
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/design',
        component: page(() => import('./features/design/DesignPage.tsx'), 'DesignPage'),
      }),
    ]
  : []

/** Pages that require a sign-in, inside the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(currentSession())
    // On an open page the shell asks for the password, so that nothing on it is lost.
    if (!session && !hasBeenSignedIn()) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: page(() => import('./shell/Shell.tsx'), 'Shell'),
  errorComponent: OuterCrashPage,
})

const dashboard = createRoute({
  getParentRoute: () => inside,
  path: '/',
  staticData: {
    place: {
      name: 'dashboard',
      icon: House,
      keys: 'g d',
      isOnPhones: true,
    },
  },
  component: page(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const todo = createRoute({
  getParentRoute: () => inside,
  path: '/to-do',
  staticData: { place: { name: 'todo', icon: ListTodo, keys: 'g o' } },
  component: page(() => import('./features/todo/TodoPage.tsx'), 'TodoPage'),
})

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: page(loadNotifications, 'NotificationsPage'),
})

const experiments = createRoute({
  getParentRoute: () => inside,
  path: '/experiments',
  staticData: {
    place: { name: 'experiments', icon: FlaskConical, keys: 'g e', isOnPhones: true },
  },
  ...listOf('experiments'),
})
const experiment = createRoute({ getParentRoute: () => inside, path: '/experiments/$id', ...entryOf('experiments') })
const resources = createRoute({
  getParentRoute: () => inside,
  path: '/resources',
  staticData: { place: { name: 'resources', icon: Package, keys: 'g r', isOnPhones: true } },
  ...listOf('items'),
})
const resource = createRoute({ getParentRoute: () => inside, path: '/resources/$id', ...entryOf('items') })
const templates = createRoute({
  getParentRoute: () => inside,
  path: '/templates',
  staticData: { place: { name: 'templates', icon: LayoutTemplate, keys: 'g p' } },
  ...listOf('experiments_templates'),
})
const template = createRoute({
  getParentRoute: () => inside,
  path: '/templates/$id',
  ...entryOf('experiments_templates'),
})
const resourceTemplates = createRoute({
  getParentRoute: () => inside,
  path: '/resource-templates',
  ...listOf('items_types'),
})
const resourceTemplate = createRoute({
  getParentRoute: () => inside,
  path: '/resource-templates/$id',
  ...entryOf('items_types'),
})

const imports = createRoute({
  getParentRoute: () => inside,
  path: '/import/{-$id}',
  component: page(() => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
})

const exports = createRoute({
  getParentRoute: () => inside,
  path: '/exports',
  component: page(() => import('./features/exports/ExportsPage.tsx'), 'ExportsPage'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account/{-$section}',
  staticData: { place: { name: 'account', icon: UserRound, keys: 'g a' } },
  component: page(() => import('./features/account/AccountPage.tsx'), 'AccountPage'),
})

const team = createRoute({
  getParentRoute: () => inside,
  path: '/team/{-$section}',
  staticData: { place: { name: 'team', icon: UsersRound, keys: 'g t' } },
  // The member to be found first.
  validateSearch: textIn('person'),
  component: page(() => import('./features/team/TeamPage.tsx'), 'TeamPage'),
})

const admin = createRoute({
  getParentRoute: () => inside,
  path: '/admin/{-$section}',
  staticData: {
    place: {
      name: 'administration',
      icon: ShieldCheck,
      keys: 'g m',
      isForSysadmins: true,
    },
  },
  component: page(() => import('./features/admin/AdminPage.tsx'), 'AdminPage'),
})

/** Unknown paths, unless they are known elsewhere. The shell with its navigation stays around the page. */
const missing = createRoute({
  getParentRoute: () => inside,
  path: '$',
  beforeLoad: goOn,
  component: MissingPage,
})

/** Pages of eLabFTW: bookmarks, share links, QR codes. */
const oldPages = createRoute({
  getParentRoute: () => root,
  path: '/{$page}.php',
  beforeLoad: goOn,
  component: OuterMissingPage,
})

/** Goes on to the page that an unknown address means, if it is known elsewhere. */
async function goOn({ location: { href } }: { location: { href: string } }) {
  const { addressHere } = await import('./features/share/old-addresses.ts')
  const here = await addressHere(href)
  if (here !== undefined) throw redirect({ href: here, replace: true })
}

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    setup,
    setPassword,
    share,
    ...design,
    oldPages,
    // The navigation uses this order.
    inside.addChildren([
      dashboard,
      experiments,
      experiment,
      resources,
      resource,
      templates,
      template,
      resourceTemplates,
      resourceTemplate,
      todo,
      notifications,
      imports,
      exports,
      account,
      team,
      admin,
      missing,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  // On the page itself, inside the shell, so that the rest keeps working.
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: MissingPage,
  defaultPendingMs: 150,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The list of one type of entries. */
function listOf(type: EntityType) {
  return {
    validateSearch: readListSearch,
    search: { middlewares: [stripSearchParams<ListSearch>({})] },
    component: page(async () => {
      const { EntryListPage } = await import('./features/entry-list/EntryListPage.tsx')
      return { Page: () => <EntryListPage type={type} /> }
    }, 'Page'),
  }
}

interface EntrySearch {
  focus?: 'title'
  /** The file that is open over the page. */
  file?: number | undefined
  show?: 'graph' | undefined
  /** The instant at which the entry is shown. */
  as_of?: string | undefined
}

/** The page of one entry of this type. */
function entryOf(type: EntityType) {
  return {
    validateSearch: (search: Record<string, unknown>): EntrySearch => ({
      ...(search.focus === 'title' && { focus: 'title' }),
      ...(Number.isSafeInteger(search.file) && { file: Number(search.file) }),
      ...(search.show === 'graph' && { show: 'graph' }),
      ...(typeof search.as_of === 'string' && { as_of: search.as_of }),
    }),
    // The record, the page, its editor and its files load in parallel, and already when somebody is about to open it.
    loader: ({ params }: { params: { id: string } }) => {
      const id = idInAddress(params.id)
      if (id !== undefined) void queryClient.prefetchQuery(entryQuery({ type, id }))
      else if (params.id !== 'new') return
      void preloadEditor()
      void preloadFiles()
    },
    component: page(async () => {
      const { EntryPage } = await import('./features/entry/EntryPage.tsx')
      return { Page: () => <EntryPage type={type} /> }
    }, 'Page'),
  }
}

/** One text of the address, if it is there. */
function textIn<N extends string>(name: N) {
  return (search: Record<string, unknown>): { [K in N]?: string } =>
    (typeof search[name] === 'string' ? { [name]: search[name] } : {}) as { [K in N]?: string }
}

/** Loaded when it is first opened. If that fails, the error page explains it. */
function page<T extends Record<string, unknown>, K extends keyof T>(load: () => Promise<T>, name: K) {
  // The router would retry at once, even if the service does not answer.
  const loadOrTell = () =>
    load().catch((cause: Error) => {
      throw new Error(`A page did not come: ${cause.message}`, { cause })
    })
  return lazyRouteComponent(loadOrTell, name)
}

/** A path of this site: a sign-in must not redirect to another one. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path)
}
