import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { OutsidePage } from './OutsidePage.tsx'
import { sessionMessages } from './session.messages.ts'

/** Why a link does not work, with a way to sign in. */
export function SignInInstead({ title, intro }: { title: string; intro: string }) {
  const text = useMessages(sessionMessages)
  return (
    <OutsidePage title={title} intro={intro}>
      <Button component={Link} to="/sign-in">
        {text.goToSignIn}
      </Button>
    </OutsidePage>
  )
}
