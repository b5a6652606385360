import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSession } from '../../features/session/session.queries.ts'
import { useMessages } from '../../i18n/messages.tsx'
import type { Command } from '../../ui/keys/commands.ts'
import { shellMessages } from '../shell.messages.ts'
import { importCommandMessages } from './import-command.messages.ts'

/** What comes in and goes out. Here and not with the commands of every page, so that the first load need not know of it. */
export function useImportCommands(): Command[] {
  const text = useMessages(importCommandMessages)
  const { goTo } = useMessages(shellMessages)
  const navigate = useNavigate()
  const { is_sysadmin } = useSession()
  return useMemo(() => {
    const commands: Command[] = [
      {
        id: 'import',
        label: text.import,
        group: goTo,
        words: 'eln archive upload move in elabftw',
        run: () => navigate({ to: '/import/{-$id}', params: { id: undefined } }),
      },
      {
        id: 'exports',
        label: text.exports,
        group: goTo,
        words: 'export download backup zip eln pdf csv',
        run: () => navigate({ to: '/exports' }),
      },
    ]
    const moving: Command = {
      id: 'move-in',
      label: text.moveIn,
      group: goTo,
      words: 'elabftw server migrate migration import aliquot administration',
      run: () => navigate({ to: '/admin/{-$section}', params: { section: 'move-in' } }),
    }
    return is_sysadmin === 1 ? [...commands, moving] : commands
  }, [text, goTo, navigate, is_sysadmin])
}
