import { useNavigate, useRouter } from '@tanstack/react-router'
import { listAt } from '../features/entry-data/entry-types.ts'
import { askForTemplate } from '../features/new-entry/template-request.ts'
import { useNewEntry } from '../features/new-entry/use-new-entry.ts'
import { useSession } from '../features/session/session.queries.ts'
import { askForTour } from '../features/tour/tour-request.ts'
import { useMessages } from '../i18n/messages.tsx'
import { type Command, useCommands } from '../ui/keys/commands.ts'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import type { Dialogs } from './dialogs.ts'
import { focusSearch } from './focus-search.ts'
import { usePlaces } from './navigation.ts'
import { shellMessages } from './shell.messages.ts'
import { useSignOut } from './sign-out.ts'
import { useTeamSwitch } from './team-switch.ts'

/** Commands of every page, by key and by palette. */
export function useGlobalCommands(dialogs: Dialogs): void {
  const text = useMessages(shellMessages)
  const navigate = useNavigate()
  const places = usePlaces()
  const { create } = useNewEntry('experiments')
  const { create: createResource } = useNewEntry('items')
  const { history } = useRouter()
  /** On a list it searches that list, elsewhere the experiments. */
  const searchList = async () => {
    if (!listAt(history.location.pathname)) await navigate({ to: '/experiments' })
    focusSearch()
  }
  const commands: Command[] = [
    {
      id: 'new',
      label: text.newExperiment,
      group: text.actions,
      keys: 'c',
      words: 'add create ajouter créer',
      isCreate: true,
      run: create,
    },
    {
      id: 'new-resource',
      label: text.newResource,
      group: text.actions,
      words: 'add create item ajouter créer',
      isCreate: true,
      run: createResource,
    },
    {
      id: 'new-from-template',
      label: text.newFromTemplate,
      group: text.actions,
      words: 'create experiment créer expérience',
      isCreate: true,
      run: () => askForTemplate({ makes: 'experiments', isForced: false }),
    },
    { id: 'search', label: text.searchList, group: text.actions, keys: '/', words: 'find filter', run: searchList },
    { id: 'keys', label: text.shortcuts, group: text.actions, keys: '?', run: () => dialogs.show('shortcuts') },
    { id: 'tour', label: text.tour, group: text.actions, words: 'help aide hilfe', run: askForTour },
    ...places.map((place) => ({
      id: place.to,
      label: place.name,
      group: text.goTo,
      keys: place.keys,
      run: () => navigate({ to: place.to }),
    })),
    {
      id: 'resource-templates',
      label: text.resourceTemplates,
      group: text.goTo,
      run: () => navigate({ to: '/resource-templates' }),
    },
    {
      id: 'own-files',
      label: text.ownFiles,
      group: text.goTo,
      words: 'uploads documents',
      run: () => navigate({ to: '/account/{-$section}', params: { section: 'files' } }),
    },
    {
      id: 'api-keys',
      label: text.apiKeys,
      group: text.goTo,
      words: 'token curl',
      run: () => navigate({ to: '/account/{-$section}', params: { section: 'keys' } }),
    },
  ]
  const teams = useTeamCommands()
  const signOut = { id: 'sign-out', label: text.signOut, group: text.actions, words: 'logout', run: useSignOut() }
  useCommands([...commands, ...teams, signOut])
  useShortcuts(
    {
      'mod+k': {
        label: text.openPalette,
        whileTyping: true,
        run: () => dialogs.toggle('palette'),
      },
      ...Object.fromEntries(
        commands.flatMap(({ keys, label, run }) => (keys ? [[keys, { label, run: () => void run() }]] : [])),
      ),
    },
    text.everywhere,
  )
}

function useTeamCommands(): Command[] {
  const text = useMessages(shellMessages)
  const { team, teams } = useSession()
  const switchTo = useTeamSwitch()
  return teams
    .filter(({ id }) => id !== team)
    .map((one) => ({
      id: `team-${one.id}`,
      label: text.teamTo(one.name),
      group: text.team,
      words: text.switchTeam,
      run: () => switchTo(one),
    }))
}
