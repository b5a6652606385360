import { type ButtonHTMLAttributes, type ReactElement, useState } from 'react'
import { useTellMissing } from '../ui/on-demand/on-demand.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Loads the menu; called as soon as somebody is about to open it. */
  load(): Promise<unknown>
  /** The open menu around its button. */
  opened(target: ReactElement): ReactElement
}

/** A button whose menu is not part of the first page load, because menus need a large library. */
export function MenuOnDemand({ load, opened, ...button }: Props) {
  const [isWanted, setWanted] = useState(false)
  const tellMissing = useTellMissing()
  const open = async () => {
    try {
      await load()
      setWanted(true)
    } catch {
      void tellMissing()
    }
  }
  const target = <button type="button" {...button} />
  const closed = (
    <button
      type="button"
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => {})}
      onFocus={() => void load().catch(() => {})}
      onClick={() => void open()}
    />
  )
  return isWanted ? opened(target) : closed
}
