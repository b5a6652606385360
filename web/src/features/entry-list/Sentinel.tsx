import { useEffect, useEffectEvent, useRef } from 'react'

/** The end of what is loaded: more is loaded once it comes into sight. */
export function Sentinel({ seen }: { seen(): void }) {
  const ref = useRef<HTMLSpanElement>(null)
  const tell = useEffectEvent(seen)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && tell(), {
      rootMargin: '400px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return <span ref={ref} aria-hidden="true" style={{ display: 'block', height: 1 }} />
}
