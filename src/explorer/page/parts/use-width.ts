import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The width of an element, followed. */
export function useWidth(first: number): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const watched = element.current!
    const follow = (): void => setWidth(Math.max(1, Math.floor(watched.clientWidth)))
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
