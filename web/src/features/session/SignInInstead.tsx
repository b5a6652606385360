import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/text.tsx'
import { OutsidePage } from './OutsidePage.tsx'
import { sessionTexts } from './session.text.ts'

/** Why a link leads no further, and the way that everybody has. */
export function SignInInstead({ title, intro }: { title: string; intro: string }) {
  const text = useTexts(sessionTexts)
  return (
    <OutsidePage title={title} intro={intro}>
      <Button component={Link} to="/sign-in">
        {text.goToSignIn}
      </Button>
    </OutsidePage>
  )
}
