import { Anchor } from '@mantine/core'
import { Fragment } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/

/** Text with clickable URLs. */
export function LinkedText({ children }: { children: string }) {
  // Every second part is a URL.
  const parts = children.split(ADDRESS).map((text, at) => ({ text, isAddress: at % 2 === 1, at }))
  return parts.map(({ text, isAddress, at }) =>
    isAddress ? (
      <Anchor key={at} href={text} rel="noreferrer" inherit underline="always" c="inherit">
        {text}
      </Anchor>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
