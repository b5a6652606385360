let answer: (() => void) | undefined

/** Opens the special characters at the cursor. */
export function askForCharacter(): void {
  answer?.()
}

/** For the picker: called when somebody asks. */
export function onCharacterRequest(take: () => void): () => void {
  answer = take
  return () => {
    if (answer === take) answer = undefined
  }
}
